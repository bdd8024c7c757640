import ChartService
import JSONModel
import ServiceTestSupport
import Testing

@Suite("Small multiples have the rows of the table, as one chart of all has them")
struct SmallMultiplesTests {
  let service = ChartService()

  private func marks(_ spec: JSON) throws -> [[JSON]] {
    try service.make("plot", spec)
    let parts = try #require(try service.describe("plot")["layout"]?["charts"]?.arrayValue)
    return parts.map { $0["series"]?[0]?["marks"]?.arrayValue ?? [] }
  }

  @Test("Moments of an hour that comes twice, and parts of seconds, stay what they are")
  func moments() throws {
    // The clocks go back at 01:00 UTC.
    let times: JSON = [
      "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T00:30:00.250Z",
    ]
    let spec: JSON = [
      "kind": "line", "x": ["timeZone": "Europe/Berlin", "scale": "time"], "facet": ["by": "k"],
      "data": ["x": "t", "y": "v", "columns": ["t": times, "v": [1, 2, 3, 4], "k": ["a", "a", "b", "b"]]],
    ]
    let x = try marks(spec).map { marks in marks.map { $0["x"]?.doubleValue ?? .nan } }
    #expect(x.map(\.count) == [2, 2])
    // An hour and a quarter of a second, on axes that are equally long.
    let (hour, quarter) = (x[0][1] - x[0][0], x[1][1] - x[1][0])
    #expect(hour > 50 && abs(hour - quarter * 14_400) < 1e-6)
  }

  @Test("Days that colours stand for are names, as those of a file are")
  func colours() throws {
    let spec: JSON = [
      "kind": "scatter", "facet": ["by": "k"], "series": [["column": "v", "colorBy": "day"]],
      "data": [
        "x": "v",
        "columns": [
          "day": ["2026-01-01", "2026-01-02", "2026-01-01"], "v": [1, 2, 3], "k": ["a", "a", "b"],
        ],
      ],
    ]
    try service.make("plot", spec)
    let svg = try service.svg("plot")
    #expect(svg.contains("2026-01-01") && svg.contains("2026-01-02"))
  }
}
