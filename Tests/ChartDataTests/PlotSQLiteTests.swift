import ChartService
import JSONModel
import Testing

extension SQLiteSuites {
  @Suite("Plots from SQLite files")
  struct PlotSQLiteTests {
    @Test("Positions and values come from a query")
    func query() throws {
      let files = try SQLiteDirectory()
      try files.make("inside/days.db", "CREATE TABLE days (date TEXT, steps INTEGER)")
      try files.make(
        "inside/days.db", "INSERT INTO days VALUES ('2026-08-01', 10), ('2026-08-02', NULL), ('2026-08-03', 30)")
      let query = "SELECT date, steps FROM days"
      let spec: JSON = [
        "kind": "bar", "data": ["sqlite": "inside/days.db", "query": .string(query), "x": "date", "y": "steps"],
      ]
      _ = try files.service.call("chart/create", params: ["spec": spec, "chart": "plot", "render": false])
      let marks = try files.service.call("chart/get", params: ["chart": "plot"])["layout"]?["series"]?[0]?["marks"]
      #expect((marks?.arrayValue ?? []).compactMap { $0["value"]?.doubleValue } == [10, 30])
    }
  }
}
