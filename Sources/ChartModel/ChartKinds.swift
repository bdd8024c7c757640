public import JSONModel

/// The kinds of charts that there are: a value that is handed to whatever reads specs, so that a kind can be added in any
/// package.
///
/// ```swift
/// let service = ChartService(kinds: .standard.adding(.waffle))
/// ```
public struct ChartKinds: Sendable {
  /// The kinds that come with ChartKernel. A kind is added by its folder and a line here.
  public static let standard = ChartKinds(
    [.pie] + CartesianSpec.Kind.allCases.map(ChartKindDeclaration.plot)
      + [.radar, .polar, .gauge, .funnel, .treemap, .layout(of: [])])

  public let declarations: [ChartKindDeclaration]
  /// The declaration from which specs are decoded and their JSON Schema is made.
  public let schema: Schema<ChartSpec>
  /// The JSON Schema (draft 2020-12) of specs.
  public var jsonSchema: JSON { madeJSONSchema.value }
  private let madeJSONSchema: Lazy<JSON>

  /// - Parameter declarations: In the order in which they are offered; of two with one name the first counts. Layouts hold
  ///   charts of all other kinds.
  public init(_ declarations: [ChartKindDeclaration]) {
    let parts = declarations.filter { !$0.holdsCharts }
    let declarations = declarations.map { $0.holdsCharts ? .layout(of: parts) : $0 }
    self.declarations = declarations
    let schema = Schema.choice(by: "kind", declarations.map(\.choice), hints: ChartKinds.hints)
    self.schema = schema
    madeJSONSchema = Lazy {
      schema.standaloneDocument(id: "urn:chart-kernel:schema:chart", title: "ChartKernel chart")
    }
  }

  /// What people mean who write the name that something has elsewhere.
  private static let hints: [String: String] = [
    "area": "`kind: line` with `area: true` in its series", "bubble": "`kind: scatter` with `size` in its series",
    "bubbles": "`kind: scatter` with `size` in its series",
    "step": "`kind: line` with `curve: step` in its series",
    "spline": "`kind: line` with `curve: smooth` in its series",
    "column": "`kind: bar`", "columns": "`kind: bar`", "barh": "`kind: bar` with `orientation: horizontal`",
    "dot": "`kind: scatter`", "dots": "`kind: scatter`", "point": "`kind: scatter`", "points": "`kind: scatter`",
    "strip": "`kind: box` with `points: all` in its series", "boxplot": "`kind: box`", "violin": "`kind: box`",
    "hist": "`kind: histogram`", "ohlc": "`kind: candlestick` with `style: bars` in its series",
    "donut": "`kind: pie` with `hole: 0.5`", "doughnut": "`kind: pie` with `hole: 0.5`",
    "ring": "`kind: pie` with `hole: 0.5`",
    "sunburst": "`kind: pie` with `children` in its slices, and `drill: true`", "rose": "`kind: polar`",
    "spider": "`kind: radar`", "matrix": "`kind: heatmap`",
    "calendar": "`kind: heatmap` with `calendar: true` in its series",
    "mixed": "`kind: combined`", "composed": "`kind: combined`", "dashboard": "`kind: layout`",
  ]

  /// These kinds and more.
  public func adding(_ more: ChartKindDeclaration...) -> ChartKinds { ChartKinds(declarations + more) }

  /// The declaration by which parameters that are specs are described.
  public var declaration: SchemaDeclaration { SchemaDeclaration(schema) }

  /// The names of all kinds, as `kind` gives them.
  public var names: [String] { declarations.map(\.name) }
}

/// One kind of chart: its name, and how its specs are read and described.
public struct ChartKindDeclaration: Sendable {
  /// As a spec's `kind` gives it.
  public let name: String
  let choice: Choice<ChartSpec>
  /// Whether charts of the other kinds are parts of its.
  private(set) var holdsCharts = false

  /// - Parameters:
  ///   - name: As a spec's `kind` gives it, and specs of the kind have as their ``KindSpec/kindName``.
  ///   - schema: How specs are read. It declares `kind` among its properties. It is made when a chart of the kind is: the
  ///     declarations of all kinds would be a quarter of the time that a kernel takes to start.
  public init<Spec: KindSpec>(_ name: String, _ schema: @autoclosure @escaping @Sendable () -> Schema<Spec>) {
    self.name = name
    choice = Choice(
      name, .deferred(expectation: "an object", schema), wrapping: { ChartSpec($0) },
      unwrapping: { $0.kind == name ? $0.content as? Spec : nil })
  }
}

extension ChartKindDeclaration {
  static let pie = ChartKindDeclaration("pie", PieSpec.schema)

  static let radar = ChartKindDeclaration("radar", RadarSpec.schema)
  static let gauge = ChartKindDeclaration("gauge", GaugeSpec.schema)
  static let funnel = ChartKindDeclaration("funnel", FunnelSpec.schema)
  static let polar = ChartKindDeclaration("polar", PolarSpec.schema)
  static let treemap = ChartKindDeclaration("treemap", TreemapSpec.schema)

  static func layout(of kinds: [ChartKindDeclaration]) -> ChartKindDeclaration {
    var declaration = ChartKindDeclaration("layout", LayoutSpec.schema(of: kinds))
    declaration.holdsCharts = true
    return declaration
  }

  static func plot(_ kind: CartesianSpec.Kind) -> ChartKindDeclaration {
    ChartKindDeclaration(kind.rawValue, CartesianSpec.schema(kind))
  }
}
