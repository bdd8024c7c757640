import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Values are added to histograms")
struct HistogramAppendTests {
  private let service = ChartService()

  /// The counts of the bins.
  private func counts(_ service: ChartService) throws -> [Double] {
    let marks = try service.describe("h")["layout"]?["series"]?[0]?["marks"]?.arrayValue ?? []
    return marks.compactMap { $0["value"]?.doubleValue }
  }

  @Test(
    "Of one column they join what is counted, and the first ones leave a window; a document has them, too",
    arguments: [
      ["kind": "histogram", "data": ["x": "n", "columns": ["n": [1, 2, 11, 12, 13]]]],
      ["kind": "histogram", "x": ["values": [1, 2, 11, 12, 13]], "series": [[:]]],
      ["kind": "histogram", "series": [["values": [1, 2, 11, 12, 13]]]],
    ] as [JSON])
  func values(spec: JSON) throws {
    let spec = spec.setting("series", [(spec["series"]?[0] ?? [:]).setting("bin", ["width": 10])])
    try service.make("h", spec)
    #expect(try counts(service) == [2, 3])
    try append([15, 25, 0])
    #expect(try counts(service) == [3, 4, 1])
    try append([14], window: 4)
    #expect(try counts(service) == [1, 2, 1])
    try service.act("undo", "h")
    #expect(try counts(service) == [3, 4, 1])
    let document = try #require(try service.call("session/export", params: [:])["document"])
    let other = ChartService()
    _ = try other.call("session/import", params: ["document": document])
    #expect(try counts(other) == [3, 4, 1] && other.svg("h") == service.svg("h"))
  }

  @Test("Of a column without a series of its own, too, which a document keeps")
  func noSeries() throws {
    try service.make("h", ["kind": "histogram", "data": ["x": "n", "columns": ["n": [1, 2, 3, 4, 5, 60]]]])
    let before = try counts(service).reduce(0, +)
    try append([61, 62])
    #expect(try counts(service).reduce(0, +) == before + 2)
    let document = try #require(try service.call("session/export", params: [:])["document"])
    let other = ChartService()
    _ = try other.call("session/import", params: ["document": document])
    #expect(try other.svg("h") == service.svg("h"))
  }

  @Test(
    "Names are counted with those that there are",
    arguments: [
      ["kind": "histogram", "data": ["x": "n", "columns": ["n": ["a", "b", "a"]]]],
      ["kind": "histogram", "series": [["values": ["a", "b", "a"]]]],
    ] as [JSON])
  func names(spec: JSON) throws {
    try service.make("h", spec)
    #expect(try counts(service) == [2, 1])
    try append(["b", "c", "b"])
    #expect(try counts(service) == [2, 3, 1])
    try service.act("undo", "h")
    #expect(try counts(service) == [2, 1])
  }

  @Test("What has a position is none of a histogram of positions, and changes nothing")
  func faults() throws {
    try service.make("h", ["kind": "histogram", "data": ["x": "n", "columns": ["n": [1, 2, 3]]]])
    let before = try service.svg("h")
    let error = try service.error("chart/append", ["chart": "h", "points": [4, [5, 6]]])
    #expect(
      error.data?["path"] == "points[1][0]"
        && error.data?["reason"] == "expected a number alone, which is to be counted")
    #expect(try service.svg("h") == before)
  }

  private func append(_ points: JSON, window: Int? = nil) throws {
    let more: JSON = window.map { ["window": .integer($0)] } ?? [:]
    try service.act("append", "h", more.merging(fully: ["points": points]))
  }
}
