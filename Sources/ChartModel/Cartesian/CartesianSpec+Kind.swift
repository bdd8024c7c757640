extension CartesianSpec {
  /// What the chart may hold: series of one type, whose name it has, or of all types.
  public struct Kind: RawRepresentable, CaseIterable, Hashable, Sendable {
    /// As `kind` gives it.
    public let rawValue: String

    public static let line = Kind(LineStyleSpec.self)
    public static let bar = Kind(BarStyleSpec.self)
    public static let combined = Kind("combined")

    public static let allCases = SeriesSpec.Kind.styles.map { Kind($0) } + [combined]

    public init?(rawValue: String) {
      guard let kind = Kind.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = kind
    }

    package init(_ style: any SeriesStyle.Type) { rawValue = style.name }

    private init(_ rawValue: String) { self.rawValue = rawValue }

    /// The style of the only type that the chart may hold; `nil` if it may hold all.
    package var style: (any SeriesStyle.Type)? { SeriesSpec.Kind.styles.first { $0.name == rawValue } }

    /// What such a chart is, in two words: `Line chart`.
    package var words: String { "\(style?.capitalizedName ?? "Combined") chart" }
  }
}
