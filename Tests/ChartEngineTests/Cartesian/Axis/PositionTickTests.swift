import ChartModel
import Testing

@testable import ChartEngine

@Suite("Ticks of positions are no finer than the data (A1)")
struct PositionTickTests {
  private func labels(_ positions: String, _ size: Size = Size(width: 480, height: 300)) throws -> [AxisLabel] {
    let layout = try Plots.chart(
      "{\"kind\": \"line\", \"x\": {\"values\": [\(positions)]}, \"series\": [{\"values\": [3, 1, 2, 5]}]}", size: size
    ).plot
    return layout.frame.x.labels
  }

  @Test("Whole numbers have none between them")
  func whole() throws {
    #expect(try labels("2019, 2020, 2021, 2022").map(\.text) == ["2019", "2020", "2021", "2022"])
    #expect(try labels("1, 2, 3, 4", Size(width: 1200, height: 400)).map(\.text) == ["1", "2", "3", "4"])
    let halves = try labels("1, 2, 3, 3.5").map(\.text)
    #expect(halves.contains("1.5"))
  }

  @Test("Neither have days and months")
  func days() throws {
    #expect(try labels("\"2026-01-01\", \"2026-01-02\", \"2026-01-03\"").map(\.text) == ["Jan 1", "Jan 2", "Jan 3"])
    #expect(
      try labels("\"2026-01-01\", \"2026-02-01\", \"2026-03-01\"").map(\.text) == ["Jan 2026", "Feb", "Mar"])
    let hours = try labels("\"2026-01-01\", \"2026-01-02T06:00\"").map(\.text)
    #expect(hours.contains { $0.hasSuffix(":00") })
  }

  @Test("They don't run together where the last one is moved so that it is inside")
  func apart() throws {
    for day in 2...28 {
      let labels = try labels("\"2026-01-01\", \"2026-01-\(day < 10 ? "0" : "")\(day)\"")
      for (left, right) in zip(labels, labels.dropFirst()) { #expect(right.box.minX - left.box.maxX >= 8) }
    }
  }
}
