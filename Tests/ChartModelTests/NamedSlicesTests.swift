import ChartModel
import JSONModel
import Testing

@Suite("Slices by their names, and formulas that YAML has cut")
struct NamedSlicesTests {
  private func slices(_ slices: String) throws -> [SliceSpec] {
    let spec = try ChartSpec(json: JSON(parsing: "{\"kind\": \"treemap\", \"slices\": \(slices)}"))
    return try #require(spec.content as? TreemapSpec).slices
  }

  @Test("Names with their values can stand at each level, in lists and in one another")
  func levels() throws {
    let asia = SliceSpec(
      label: "Asia", children: [SliceSpec(label: "China", value: 1411), SliceSpec(label: "India", value: 1438)])
    #expect(try slices(#"[{"label": "Asia", "children": {"China": 1411, "India": 1438}}]"#) == [asia])
    #expect(try slices(#"{"Asia": {"China": 1411, "India": 1438}}"#) == [asia])
    #expect(try slices(#"{"Asia": {"East": {"China": 1}}, "Europe": 2}"#).first?.children.first?.children.count == 1)
    // Written as lists.
    let spec = TreemapSpec(slices: [asia])
    #expect(TreemapSpec.schema.encode(spec)["slices"]?[0]?["children"]?[1]?["label"] == "India")
  }

  @Test(
    "What is wrong in them is told by the names that lead there",
    arguments: [
      (#"{"Asia": {"China": -1}}"#, "slices.Asia.China"), (#"{"Asia": {"China": "many"}}"#, "slices.Asia.China"),
      (#"[{"label": "Asia", "children": {"China": null}}]"#, "slices[0].children.China"),
      (#"[{"label": "Asia", "children": 3}]"#, "slices[0].children"),
    ])
  func faults(text: String, path: String) throws {
    let fault = #expect(throws: InvalidValue.self) { try slices(text) }
    #expect(fault?.path.description == path, "\(String(describing: fault))")
  }

  @Test("No level is too deep to be told of, and no number of slices too great")
  func limits() throws {
    let deep = String(repeating: "{\"a\": ", count: 200) + "1" + String(repeating: "}", count: 200)
    _ = try? slices(deep)
    let many = (0...SliceSpec.maximumCount).map { "\"\($0)\": 1" }.joined(separator: ",")
    #expect(throws: InvalidValue.self) { try slices("{\"all\": {\(many)}}") }
  }

  @Test(
    "A formula that a comma in braces has cut says to quote it",
    arguments: [
      #"{"group": {"n": "quantile(x", "0.5)": null}}"#, #"{"calculate": {"n": "round(x", "1)": null}}"#,
    ])
  func cutFormulas(step: String) throws {
    let fault = #expect(throws: InvalidValue.self) {
      try ChartSpec(
        json: JSON(parsing: "{\"kind\": \"line\", \"data\": {\"csv\": \"a.csv\", \"transform\": [\(step)]}}"))
    }
    #expect(fault?.reason.contains("quote a formula with a comma") == true, "\(String(describing: fault))")
    #expect(fault?.path.description.hasSuffix(".n") == true)
    // What is wrong for itself is told as it is.
    let other = #expect(throws: InvalidValue.self) {
      try ChartSpec(
        json: JSON(parsing: #"{"kind": "line", "data": {"csv": "a.csv", "transform": [{"filter": "x +"}]}}"#))
    }
    #expect(other?.reason.contains("quote") == false)
  }

  @Test("Who writes the members of a slice into what is named gets no level that is called children")
  func children() throws {
    for kind in ["treemap", "pie"] {
      for content in [#"{"children": {"Wien": 2, "Linz": 1}}"#, #"{"value": 3, "children": {"Wien": 2, "Linz": 1}}"#] {
        let spec = #"{"kind": "\#(kind)", "slices": {"Europa": \#(content)}}"#
        let fault = try #require(throws: InvalidValue.self) { try ChartSpec(json: JSON(parsing: spec)) }
        #expect(fault.path.description == "slices.Europa.children" && fault.reason.contains("`{Wien: 2}`"), "\(fault)")
      }
    }
    // Among other names it is one itself, and so is a part.
    #expect(try slices(#"{"people": {"children": {"boys": 2, "girls": 3}, "adults": 4}}"#).first?.children.count == 2)
    #expect(try slices(#"{"people": {"children": 3}}"#).first?.children.count == 1)
  }
}
