import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections
import Testing

@testable import ChartTransforms

@Suite("Rows fall into small multiples, and stand there at the names of all")
struct FacetSplitTests {
  private let run = TransformRun(zone: .utc)

  private static func names(_ names: [String?]) -> NameColumn {
    var coder = NameCoder()
    let codes = names.map { name in name.map { coder.code(of: $0) } ?? -1 }
    return NameColumn(codes: codes, names: coder.names)
  }

  private func split(_ columns: OrderedDictionary<String, FrameColumn>, _ facet: FacetSpec) throws -> FacetSplit {
    try FacetSplit(Frame(columns, rowCount: columns.values.first?.count ?? 0), facet, run)
  }

  @Test(
    "Names come as they occur first, or sorted; months and weekdays in their order",
    arguments: [
      (["b", "a", "b"], false, ["b", "a"]), (["b", "a", "b"], true, ["a", "b"]),
      (["Mar", "Jan", "feb"], false, ["Jan", "feb", "Mar"]),
      (["March", "January", "Mars"], false, ["March", "January", "Mars"]),
      (["Sunday", "monday"], false, ["monday", "Sunday"]), (["May"], false, ["May"]),
    ] as [([String], Bool, [String])])
  func order(names: [String], isSorted: Bool, expected: [String]) throws {
    var facet = FacetSpec(by: "k")
    facet.isSorted = isSorted
    let panels = try split(["k": .names(FacetSplitTests.names(names))], facet).panels
    #expect(panels.map(\.column) == expected && panels.allSatisfy { $0.row == nil })
    for panel in panels { #expect(panel.rows.map { names[Int($0)] } == names.filter { $0 == panel.column }) }
  }

  @Test("Numbers and moments rise")
  func numbers() throws {
    let facet = FacetSpec(by: "k")
    #expect(try split(["k": .numbers([10, 9, 10, -1])], facet).panels.map(\.column) == ["-1", "9", "10"])
    let days = try split(["k": .moments([86_400_000, 0])], facet).panels.map(\.column)
    #expect(days == ["1970-01-01", "1970-01-02"])
  }

  @Test("A row for each value of one column and a column for each of the other, also where no row has both")
  func pairs() throws {
    var facet = FacetSpec()
    (facet.row, facet.column) = ("r", "c")
    let columns: OrderedDictionary<String, FrameColumn> = [
      "r": .names(FacetSplitTests.names(["p", "q", "p"])), "c": .names(FacetSplitTests.names(["x", "y", "x"])),
    ]
    let panels = try split(columns, facet).panels
    #expect(panels.map(\.row) == ["p", "p", "q", "q"] && panels.map(\.column) == ["x", "y", "x", "y"])
    #expect(panels.map(\.rows) == [[0, 2], [], [], [1]])
  }

  @Test("Rows without a value have no chart, and their author is told")
  func missing() throws {
    let panels = try split(["k": .names(FacetSplitTests.names(["a", nil, "a", nil]))], FacetSpec(by: "k")).panels
    #expect(panels.map(\.rows) == [[0, 2]])
    #expect(run.warnings == ["2 rows have nothing in column 'k', and no chart"])
    #expect(try split(["k": .numbers([.nan])], FacetSpec(by: "k")).panels.isEmpty)
    #expect(try split(["k": .numbers([])], FacetSpec(by: "k")).panels.isEmpty)
  }

  @Test("More than a hundred are refused at `facet`")
  func tooMany() throws {
    let most = FacetSpec.maximumCount
    func numbers(_ count: Int) -> FrameColumn { .numbers(GrowingArray((0..<count).map(Double.init))) }
    #expect(try split(["k": numbers(most)], FacetSpec(by: "k")).panels.count == most)
    var pairs = FacetSpec()
    (pairs.row, pairs.column) = ("k", "k")
    for (count, facet) in [(most + 1, FacetSpec(by: "k")), (11, pairs)] {
      let error = #expect(throws: InvalidValue.self) { try split(["k": numbers(count)], facet) }
      #expect(error?.path == JSONPath([.key("facet")]))
    }
    let error = #expect(throws: InvalidValue.self) { try split(["k": numbers(1)], FacetSpec(by: "other")) }
    #expect(error?.path == JSONPath([.key("facet"), .key("by")]))
  }

  @Test("A part has the names of all in their order, with a row of nothing for those that it lacks")
  func aligned() {
    let all = FacetSplitTests.names(["b", "a", nil, "b", "c"])
    let part = AlignedRows([1, 2, 3], by: all)
    #expect(part.rows == [3, 1, -1])
    #expect(part.column.names(run).codes.map { all.names[Int($0)] } == ["b", "a", "c"])
    let twice = AlignedRows([0, 3], by: all)
    #expect(twice.rows == [0, 3, -1, -1])
  }

  @Test("Another frame has them in the order of the whole, and what only it has behind them")
  func alignedToOther() throws {
    let whole = FacetSplitTests.names(["b", "a"])
    let aligned = AlignedRows(FacetSplitTests.names(["z", "a", "a"]), inOrderOf: whole)
    #expect(aligned.rows == [-1, 1, 2, 0])
    let names = aligned.column.names(run)
    #expect(names.codes.indices.map { names[$0] } == ["b", "a", "a", "z"])
  }
}
