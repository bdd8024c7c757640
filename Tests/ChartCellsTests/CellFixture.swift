import CellModel
import ChartCells
import ChartData
import ChartService
import Foundation
import JSONModel
import JSONRPC
import OrderedCollections
import ServiceTestSupport

/// An interpreter with a fresh service, and what its cells brought forth.
struct CellFixture {
  static let spending = """
    kind: pie
    id: spending
    title: Spending
    slices:
      - {label: Rent, value: 25}
      - {label: Food, value: 30}
      - {label: Rest, value: 45}
    """

  let service: ChartService
  let cells: CellInterpreter

  init(session: String = ChartService.defaultSession, data: DataSource = DataSource(allowedDirectories: [])) {
    service = ChartService(data: data)
    cells = CellInterpreter(service: service, session: session)
  }

  /// With the chart `spending`.
  static func withChart() throws -> CellFixture {
    let fixture = CellFixture()
    _ = try fixture.run(spending)
    return fixture
  }

  /// With the chart `spending` and some parameters.
  static func withParameters() throws -> CellFixture {
    let fixture = try CellFixture.withChart()
    _ = try fixture.run(
      """
      angle = 30
      half = 0.50
      whole = 90.0
      name = "Food"
      id = 'spending'
      flag = True
      nothing = None
      list = [1, "a"]
      rows = [{"label": "A", "value": 1}, {"label": "B", "value": 2}]
      tricky = "$angle and $$angle"
      year = 2017
      """)
    return fixture
  }

  func run(_ code: String) throws(CellError) -> [CellOutput] {
    var outputs: [CellOutput] = []
    try cells.run(code, cancellation: Cancellation()) { outputs.append($0) }
    return outputs
  }

  /// The fault of a cell.
  func fault(_ code: String) -> CellError? {
    do {
      _ = try run(code)
      return nil
    } catch {
      return error
    }
  }

  /// The completions where `|` stands.
  func complete(_ marked: String) -> Completions {
    let (code, cursor) = CellFixture.cursor(marked)
    return cells.completions(of: code, at: cursor)
  }

  func inspect(_ marked: String) -> Inspection? {
    let (code, cursor) = CellFixture.cursor(marked)
    return cells.inspect(code, at: cursor)
  }

  static func cursor(_ marked: String) -> (code: String, offset: Int) {
    let scalars = Array(marked.unicodeScalars)
    let offset = scalars.firstIndex(of: "|") ?? scalars.count
    return (marked.replacing("|", with: "", maxReplacements: 1), offset)
  }
}

extension CellOutput {
  var display: Display? { if case .display(let display) = self { display } else { nil } }
  var result: OrderedDictionary<String, JSON>? { if case .result(let bundle) = self { bundle.data } else { nil } }
  var page: OrderedDictionary<String, JSON>? { if case .page(let bundle) = self { bundle.data } else { nil } }
  var json: JSON? { result?["application/json"] }
  var text: String? { result?["text/plain"]?.stringValue }
}

extension Display {
  var chart: String { subject?.name ?? "" }
  var session: String { subject?.session ?? "" }
  var data: OrderedDictionary<String, JSON> { bundle.data }
  var metadata: OrderedDictionary<String, JSON> { bundle.metadata }
}
