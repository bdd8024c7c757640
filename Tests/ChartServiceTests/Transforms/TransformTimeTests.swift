import ChartData
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Steps that take too long")
struct TransformTimeTests {
  private static let data: JSON = ["x": "a", "y": "b", "columns": ["a": [1, 2, 3], "b": [4, 5, 6]]]

  private func create(_ service: ChartService, _ steps: JSON?) throws -> JSON {
    let data = steps.map { Self.data.merging(fully: ["transform": $0]) } ?? Self.data
    return try service.call(
      "chart/create", params: ["chart": "plot", "spec": ["kind": "line", "data": data], "render": false])
  }

  @Test("Say how long they may, what helps, and which one it was; without steps nothing is asked")
  func late() throws {
    // As if it had been up a second before it began.
    let service = ChartService(data: DataSource(readingTimeLimit: .seconds(-1)))
    _ = try create(service, nil)
    let error = #expect(throws: RPCError.self) { try create(service, [["filter": "b > 4"]]) }
    #expect(error?.data?["path"] == "spec.data.transform[0].filter")
    #expect(
      error?.message.contains("takes longer than -1 s; filter, group or sample first") == true,
      "\(String(describing: error))")
    // The chart from before is still there.
    #expect(try service.values() == [4, 5, 6])
    _ = try create(ChartService(data: DataSource(readingTimeLimit: .seconds(30))), [["filter": "b > 4"]])
  }
}
