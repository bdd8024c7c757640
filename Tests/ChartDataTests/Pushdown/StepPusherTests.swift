@testable import ChartData
import ChartEngine
@testable import ChartModel
@testable import Databases
import JSONModel
import Testing

@Suite("Steps as SQL") struct StepPusherTests {
  private static let columns = [
    ColumnDescription(name: "t", kind: .moments, type: "timestamptz"),
    ColumnDescription(name: "day", kind: .clockTimes, type: "date"),
    ColumnDescription(name: "v", kind: .numbers, type: "double precision"),
    ColumnDescription(name: "s", kind: .texts, type: "text"),
    ColumnDescription(name: "kind", kind: .texts, type: "other", form: .text),
  ]

  /// The query of steps, its parameters, and how many it does; `nil` if none.
  private func plan(
    _ steps: [JSON], wanted: [String]? = nil, zone: TimeZoneRules = .utc
  ) throws -> (text: String, parameters: [SQLValue], count: Int)? {
    let planning = Databases.Planning(
      source: .table(["m"]), columns: Self.columns, condition: nil, dialect: PostgreSQLDialect()
    ) { (_) throws(DatabaseFault) in throw DatabaseFault(.query, "nothing is asked beside") }
    var pusher = StepPusher(planning, zone: zone)
    let steps = try steps.map { try TransformStep.schema.decode($0) }
    guard let plan = try pusher.plan(steps, wanted: wanted) else { return nil }
    let statement = SQLWriter.statement(plan.select, in: PostgreSQLDialect())
    return (statement.text, statement.parameters, plan.stepCount)
  }

  @Test("A filter is a condition, beside which a column is compared as it lies in an index")
  func filter() throws {
    let plan = try #require(try plan([["filter": "t >= \"2026-01-31\" and v > 5"]], wanted: ["v"]))
    #expect(
      plan.text
        == #"SELECT CAST(NULLIF(CAST("v" AS double precision), 'NaN'::double precision) AS double precision) AS "ck0_0" "#
        + #"FROM "m" WHERE ((("t" >= $1::timestamptz) AND ("v" > 5)) AND (("t" >= $1::timestamptz) "#
        + #"AND (NULLIF(CAST("v" AS double precision), 'NaN'::double precision) > $2::double precision)))"#)
    #expect(plan.parameters == [.moment(1_769_817_600_000), .number(5)] && plan.count == 1)
  }

  @Test("Groups are of what their columns hold here, and come in its order")
  func group() throws {
    let plan = try #require(try plan([["group": ["by": "s", "n": "count()", "m": "max(v) - min(v)"]]]))
    #expect(
      plan.text.hasSuffix(
        #"FROM "m" GROUP BY NULLIF("s", '')) AS "q" ORDER BY ("ck0_0" COLLATE "C") NULLS LAST"#.replacing(
          "ck0_0", with: "ck0_0")) && plan.text.contains("count(*)"))
  }

  @Test(
    "What has other results there, depends on the order of rows or is wrong is left to be done here",
    arguments: [
      ["filter": "lower(s) = \"a\""], ["filter": "v % 2 = 0"], ["filter": "nothing > 1"], ["filter": "v = null"],
      ["filter": "s > 1"], ["filter": "v"],
      ["calculate": ["a": "text(v)"]], ["calculate": ["a": "t + 1"]], ["group": ["by": "s", "a": "first(v)"]],
      ["group": ["by": "s", "a": "v"]],
      ["group": ["by": "nothing"]], ["sort": "nothing"], ["top": ["count": 2, "by": "v", "name": "s"]], ["sample": 5],
      ["cumulative": "v"],
      ["rolling": ["column": "v", "window": 2]], ["bin": "v"], ["bin": ["column": "s", "width": 2]],
      ["bin": ["column": "t", "unit": "minute", "step": 7, "at": "end"]],
      ["filter": "s = \"a\u{0}\""], ["filter": "t > \"yesterday\""],
    ] as [JSON])
  func left(_ step: JSON) throws { #expect(try plan([step]) == nil) }

  @Test("Steps are done up to the first that is left, and columns that nobody needs are not asked for")
  func prefix() throws {
    let steps: [JSON] = [["filter": "v > 1"], ["cumulative": "v"], ["filter": "v > 2"]]
    let plan = try #require(try plan(steps, wanted: ["t", "v"]))
    #expect(plan.count == 1 && !plan.text.contains("kind") && !plan.text.contains("$2"))
  }

  @Test("Days of no zone are moments by the chart's clocks, in zones that engines know by their names")
  func zones() throws {
    let group: JSON = ["group": ["by": "day", "n": "count()"]]
    #expect(try #require(try plan([group])).text.contains(#"("day" AT TIME ZONE $1::text)"#))
    #expect(try plan([group], zone: TimeZoneRules(name: "Home+2", offset: 7_200)) == nil)
    let month: JSON = ["bin": ["column": "t", "unit": "month"]]
    #expect(try #require(try plan([month])).text.contains("date_trunc('month', \"t\", $1::text)"))
    #expect(try plan([month], zone: TimeZoneRules(name: "Home+2", offset: 7_200)) == nil)
  }

  @Test("What is made of what is made does not grow without end")
  func size() throws {
    let formulas = (0..<40).map { index -> JSON in
      let before = index == 0 ? "v" : "a\(index - 1)"
      return ["calculate": ["a\(index)": JSON.string("if(\(before) > 0, \(before) + \(before), \(before))")]]
    }
    let plan = try #require(try plan(formulas, wanted: ["a39"]))
    #expect(plan.count == 40 && plan.text.utf8.count < 200_000)
  }
}

@Suite("Moments in SQL") struct SQLMomentTests {
  @Test(
    "A moment is written to its last digit",
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (1_769_817_600_000, "2026-01-31T00:00:00.000000Z"),
      (-1, "1969-12-31T23:59:59.999000Z"),
      (951_782_400_000.5, "2000-02-29T00:00:00.000500Z"), (-62_135_596_800_000, "0001-01-01T00:00:00.000000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999000Z"),
    ])
  func written(_ milliseconds: Double, _ text: String) {
    #expect(SQLMoment.text(milliseconds, digits: 6) == text && SQLMoment.isWritten(milliseconds, digits: 6))
  }

  @Test("What no engine has is not written", arguments: [.nan, .infinity, 1e300, -1e14, 0.0001])
  func refused(_ milliseconds: Double) { #expect(!SQLMoment.isWritten(milliseconds, digits: 6)) }
}
