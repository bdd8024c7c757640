public import JSONModel

/// What a chart is, as its author wrote it: the spec of any kind.
public struct ChartSpec: Sendable {
  /// The spec of the chart's kind.
  public var content: any KindSpec

  public init(_ content: any KindSpec) { self.content = content }

  public static func pie(_ spec: PieSpec) -> ChartSpec { ChartSpec(spec) }
  /// Lines, bars and other marks in one plot; the spec says which.
  public static func cartesian(_ spec: CartesianSpec) -> ChartSpec { ChartSpec(spec) }

  /// Reads a spec.
  /// - Parameter kinds: The kinds that it may be of.
  /// - Throws: ``InvalidValue`` with the path inside the spec: `slices[2].value: expected a number of at least 0, got -3`.
  public init(json: JSON, kinds: ChartKinds = .standard) throws(InvalidValue) { self = try kinds.schema.decode(json) }

  /// The kind's name: `pie`.
  public var kind: String { content.kindName }

  /// What all kinds have in common: title, size, colours, legend, animation.
  public var common: CommonSpec {
    get { content.common }
    set { content.common = newValue }
  }

  /// Where the data comes from if it is not in the spec itself.
  public var data: DataSpec? { content.data }
}

extension ChartSpec: Hashable {
  public static func == (left: ChartSpec, right: ChartSpec) -> Bool { left.content.equals(right.content) }

  public func hash(into hasher: inout Hasher) { content.hash(into: &hasher) }
}

extension KindSpec {
  fileprivate func equals(_ other: any KindSpec) -> Bool { other as? Self == self }
}
