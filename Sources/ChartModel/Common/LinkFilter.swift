import JSONModel

/// Which of the charts that a chart is linked with show only the rows of what is selected in it; all others let these stand out.
public enum LinkFilter: Hashable, Sendable {
  case none, all
  /// Those of these names.
  case charts([String])

  /// Whether the chart of a name is to show the selected rows alone.
  public func includes(_ chart: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .charts(let names): names.contains(chart)
    }
  }

  /// True, or names of charts: `[b, c]`.
  static let schema: Schema<LinkFilter> = .either(
    Schema<Bool>.bool().map(
      decode: { all throws(InvalidValue) in all ? .all : .none }, encode: { $0 == .all }),
    or: Schema<[String]>.array(of: .string(minLength: 1), maxItems: 100).map(
      decode: { names throws(InvalidValue) in .charts(names) },
      encode: { if case .charts(let names) = $0 { names } else { [] } }),
    encode: { filter in
      switch filter {
      case .none: .bool(false)
      case .all: .bool(true)
      case .charts(let names): .array(names.map { .string($0) })
      }
    })

  /// The property of what is selected in a chart.
  static func property<Root>(_ keyPath: any WritableKeyPath<Root, LinkFilter> & Sendable) -> Property<Root> {
    Property(
      "filter", keyPath, schema,
      "Which linked charts show the selected rows alone, rather than to let them stand out: true for all of them, or their names: "
        + "`[map, 'dashboard[1]']`, where the latter is the second chart of a layout.")
  }
}

extension CommonSpec {
  /// The properties of charts whose data may be linked with those of others.
  static func linking<Root: Sendable>(in keyPath: any WritableKeyPath<Root, CommonSpec> & Sendable) -> [Property<Root>]
  {
    [link, select].map { $0.lifted(to: keyPath) }
  }

  /// The same for those that have more to say of what is selected.
  static func link<Root: Sendable>(in keyPath: any WritableKeyPath<Root, CommonSpec> & Sendable) -> Property<Root> {
    link.lifted(to: keyPath)
  }

  private static let link = Property<CommonSpec>(
    "link", \.link, .optional(.string(minLength: 1)),
    "Joins it with the charts of the session that name the same link: what is selected in one stands out in the others, or is "
      + "all that they show.")

  private static let select = Property<CommonSpec>(
    "select", \.select,
    .object("Select", "What a selection does.", initial: SelectSpec()) { LinkFilter.property(\SelectSpec.filter) },
    "What a selection does to linked charts.")
}

/// What a selection does.
public struct SelectSpec: Hashable, Sendable {
  public var filter = LinkFilter.none

  public init() {}
}
