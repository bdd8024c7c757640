public import JSONModel

/// What a chart is, as its author wrote it: one case for each kind of chart.
///
/// A kind is added by a folder with its spec, a case here with its line in ``schema``, and a case in the engine's
/// registry.
public enum ChartSpec: Hashable, Sendable {
  case pie(PieSpec)
  /// Lines, bars, or both in one plot; the spec says which.
  case cartesian(CartesianSpec)

  /// The names of all kinds, as `kind` gives them.
  public static let kinds = ["pie"] + CartesianSpec.Kind.allCases.map(\.rawValue)

  /// The declaration from which specs are decoded and their JSON Schema is made.
  public static let schema: Schema<ChartSpec> = .choice(
    by: "kind",
    [
      Choice(
        "pie",
        PieSpec.schema.map(
          decode: { spec throws(InvalidValue) in .pie(spec) },
          encode: { if case .pie(let spec) = $0 { spec } else { PieSpec() } }),
        matches: { if case .pie = $0 { true } else { false } })
    ] + CartesianSpec.Kind.allCases.map(cartesianChoice))

  private static func cartesianChoice(_ kind: CartesianSpec.Kind) -> Choice<ChartSpec> {
    Choice(
      kind.rawValue,
      CartesianSpec.schema(kind).map(
        decode: { spec throws(InvalidValue) in .cartesian(spec) },
        encode: { if case .cartesian(let spec) = $0 { spec } else { CartesianSpec() } }),
      matches: { if case .cartesian(let spec) = $0 { spec.kind == kind } else { false } })
  }

  /// The JSON Schema (draft 2020-12) of specs.
  public static let jsonSchema = schema.standaloneDocument(
    id: "urn:chart-kernel:schema:chart", title: "ChartKernel chart")

  /// Reads a spec.
  /// - Throws: ``InvalidValue`` with the path inside the spec: `slices[2].value: expected a number of at least 0, got -3`.
  public init(json: JSON) throws(InvalidValue) { self = try ChartSpec.schema.decode(json) }

  /// The kind's name: `pie`.
  public var kind: String {
    switch self {
    case .pie: "pie"
    case .cartesian(let spec): spec.kind.rawValue
    }
  }

  /// What all kinds have in common: title, size, colours, legend, animation.
  public var common: CommonSpec {
    get {
      switch self {
      case .pie(let spec): spec.common
      case .cartesian(let spec): spec.common
      }
    }
    set {
      switch self {
      case .pie(var spec):
        spec.common = newValue
        self = .pie(spec)
      case .cartesian(var spec):
        spec.common = newValue
        self = .cartesian(spec)
      }
    }
  }

  /// Where the data comes from if it is not in the spec itself.
  public var data: DataSpec? {
    switch self {
    case .pie(let spec): spec.data
    case .cartesian(let spec): spec.data
    }
  }
}
