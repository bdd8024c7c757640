import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Names that are missing, names that differ in composition, and names as numbers")
struct MissingNameTests {
  let service = ChartService()

  @Test("A slot without a name is read out as one", arguments: ["bar", "line", "scatter"])
  func missing(kind: String) throws {
    try service.make(
      "plot", ["kind": .string(kind), "x": ["labels": ["Mainz", "Bonn", ""]], "series": [["values": [1, 2, 3]]]])
    let svg = try service.svg("plot")
    // Of a line only the series says what there is.
    let entry = kind == "line" ? ", no name 3\"" : "\"no name: 3\""
    #expect(svg.contains("Mainz to no name") && svg.contains(entry), "\(svg.prefix(2_000))")
    #expect(!svg.contains(" to .") && !svg.contains("\": 3\""))
  }

  @Test("Names that differ only in how their letters are composed stand in slots of their own")
  func composed() throws {
    let names: JSON = ["\u{E9}", "e\u{301}", "\u{E9}"]
    try service.make("plot", ["kind": "box", "x": ["values": names], "series": [["values": [1, 2, 3]]]])
    #expect(try service.marks().count == 2)
  }

  @Test("A log axis of positions that is to begin at 0 says what to do, as one of values does")
  func logarithmic() throws {
    try service.make(
      "plot", ["kind": "line", "x": ["scale": "log", "min": 0, "values": [1, 10]], "series": [["values": [1, 2]]]])
    let warnings = (try service.describe()["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    #expect(warnings == ["x.min: a log axis begins above 0, got 0: give a number above 0, or leave it out"])
    let fault = try service.error("chart/create", ["spec": ["kind": "line", "y": ["scale": "log", "min": 0]]])
    #expect(fault.message.contains("a log axis begins above 0, got 0: give a number above 0, or leave it out"))
  }

  private func spec(_ column: JSON) -> JSON {
    ["kind": "bar", "data": ["x": "k", "y": "v", "columns": ["k": column, "v": [3, 4, 5]]]]
  }

  @Test("Names come as numbers that stand for them")
  func coded() throws {
    let column: JSON = ["buffer": 0, "type": "int8", "names": ["Bonn", "Mainz"]]
    let service = try ChartService.with(spec(column), buffers: [[1, 0, 255]])
    let named = ChartService()
    try named.make("plot", spec(["Mainz", "Bonn", nil]))
    let marks = try named.marks()
    #expect(try service.marks() == marks && marks[1] == ["Bonn", 4])
    // The chart keeps them.
    try service.update(["title": "Names"])
    #expect(try service.marks() == marks)
  }

  @Test("Numbers that stand for nothing are refused with their place")
  func codeFaults() throws {
    let faults: [(JSON, String, String)] = [
      (["buffer": 0, "type": "int8", "names": ["Bonn"]], "spec.data.columns.k.names", "1 name"),
      (["buffer": 0, "type": "int8", "names": [3, 4]], "spec.data.columns.k.names[0]", "a string"),
      (["buffer": 0, "type": "int8", "names": "Bonn"], "spec.data.columns.k.names", "a list"),
    ]
    for (column, path, reason) in faults {
      let found = try service.fault("chart/create", ["spec": spec(column)], buffers: [[1, 0, 1]])
      #expect(found.path == path && found.reason.contains(reason), "\(found)")
    }
  }
}
