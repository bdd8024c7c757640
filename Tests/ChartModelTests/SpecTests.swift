import ChartModel
import JSONModel
import OrderedCollections
import Testing

/// One property of a spec, with a value that is not what it is if not given.
struct PropertyCase: Sendable, CustomTestStringConvertible {
  let key: String
  let value: JSON
  /// What it is written as, if that differs from how it was given.
  var written: JSON?
  var testDescription: String { "\(key): \(value.text)" }

  init(_ key: String, _ value: JSON, as written: JSON? = nil) {
    self.key = key
    self.value = value
    self.written = written
  }

  static let all: [PropertyCase] = [
    PropertyCase("id", "spending"), PropertyCase("title", "Spending & <more>"), PropertyCase("description", "In words"),
    PropertyCase("subtitle", "Per month"), PropertyCase("caption", "Source: own"), PropertyCase("align", "left"),
    PropertyCase("size", ["width": 300, "height": 200.5]), PropertyCase("theme", "dark"),
    PropertyCase("background", "#11223380"), PropertyCase("background", "transparent", as: "#00000000"),
    PropertyCase("palette", ["#ff0000", "#00ff00"]),
    PropertyCase("palette", ["red", "lime"], as: ["#ff0000", "#00ff00"]),
    PropertyCase("legend", "right", as: ["position": "right"]),
    PropertyCase("legend", ["position": "top", "fontSize": 9]),
    PropertyCase("font", ["family": "Georgia, 'Times New Roman', serif", "size": 14]),
    PropertyCase("animation", "wipe", as: ["kind": "wipe"]),
    PropertyCase("animation", ["kind": "sweep", "duration": 2.5, "easing": "elasticOut", "autoplay": true]),
    PropertyCase("format", ["locale": "fr-CH", "decimals": 2, "percentDecimals": 1]),
    PropertyCase("slices", [["label": "A", "value": 1.5, "color": "#4477aa"], ["label": "B", "value": 2]]),
    PropertyCase("slices", [["label": "A", "children": [["value": 1], ["label": "C", "value": 0]]]]),
    PropertyCase("slices", [["value": 1e300], ["value": 1e-300]]),
    PropertyCase("slices", ["A": ["B": 1]], as: [["label": "A", "children": [["label": "B", "value": 1]]]]),
    PropertyCase(
      "data",
      ["csv": "a.csv", "label": "name", "value": "n", "color": "c", "where": ["year": 2017, "kind": ["a", "b"]]]),
    PropertyCase("data", ["sqlite": "a.db", "query": "SELECT n, v FROM t", "value": "v"]),
    PropertyCase("data", ["sqlite": "a.db", "table": "t"]),
    PropertyCase("facet", "city", as: ["by": "city"]), PropertyCase("facet", ["row": "sex", "column": "city"]),
    PropertyCase("facet", ["by": "city", "columns": 3, "scales": "free-x", "sort": true]),
    PropertyCase("link", "sales"), PropertyCase("select", ["filter": true]),
    PropertyCase("select", ["filter": ["b", "c"]]),
    PropertyCase("data", ["json": "a.json"]), PropertyCase("startAngle", -90.5), PropertyCase("radius", 120),
    PropertyCase("radius", "40%"), PropertyCase("radius", "7 %", as: "7%"), PropertyCase("hole", 0.55),
    PropertyCase("sweep", 180), PropertyCase("drill", true),
    PropertyCase("format", "compact", as: ["style": "compact"]),
    PropertyCase("format", "EUR .2 +", as: ["currency": "EUR", "sign": "always", "decimals": 2]),
    PropertyCase("format", ["style": "si", "sign": "parentheses", "significantDigits": 3]),
    PropertyCase("gap", 4), PropertyCase("cornerRadius", 12),
    PropertyCase("stroke", ["color": "#000000", "width": 2.5]),
    PropertyCase("stroke", ["width": 0]), PropertyCase("selection", ["scale": 1.5]),
    PropertyCase("rotation", ["enabled": false, "threshold": 3, "inertia": false, "deceleration": 0.5]),
    PropertyCase("rotation", ["enabled": true]), PropertyCase("labels", "inside", as: ["position": "inside"]),
    PropertyCase("labels", "none", as: ["position": "none"]),
    PropertyCase("labels", ["position": "inside", "text": "{value}", "margin": 10, "fontSize": 9]),
    PropertyCase("center", "Total\n{total}", as: ["text": "Total\n{total}"]),
    PropertyCase("center", ["text": "{title}", "selected": "{label}"]),
  ]

  var document: JSON { .object(["kind": "pie", key: value]) }
}

@Suite("Specs of pies")
struct SpecTests {
  @Test("Every property is read, and written as it was read", arguments: PropertyCase.all)
  func roundTrip(example: PropertyCase) throws {
    let spec = try ChartSpec(json: example.document)
    #expect(spec != (try ChartSpec(json: ["kind": "pie"])))
    let written = ChartKinds.standard.schema.encode(spec)
    #expect(written == .object(["kind": "pie", example.key: example.written ?? example.value]))
    #expect(try ChartSpec(json: written) == spec)
    #expect(try ChartSpec(json: JSON(parsing: written.text)) == spec)
  }

  @Test("Every property of the declaration has an example here")
  func complete() {
    let examples = Set(PropertyCase.all.map(\.key))
    #expect(Set(PieSpec.schema.propertyNames).subtracting(["kind"]) == examples)
  }

  @Test("All properties at once are read and written")
  func together() throws {
    var members: OrderedDictionary<String, JSON> = ["kind": "pie"]
    for example in PropertyCase.all where example.key != "data" {
      members[example.key] = example.written ?? example.value
    }
    let spec = try ChartSpec(json: .object(members))
    #expect(try ChartSpec(json: ChartKinds.standard.schema.encode(spec)) == spec)
  }

  @Test("What is given as it would be anyway is not written")
  func defaults() throws {
    let spec = try ChartSpec(json: [
      "kind": "pie", "startAngle": 270, "hole": 0, "sweep": 360, "gap": 0, "slices": [], "title": nil, "size": nil,
      "labels": "leader", "legend": "auto", "stroke": ["width": 1], "selection": [:], "palette": [], "radius": nil,
    ])
    #expect(ChartKinds.standard.schema.encode(spec) == ["kind": "pie"])
  }

  @Test(
    "Each thing that can be wrong is named with its place",
    arguments: [
      (
        #"{}"#,
        "kind: is required: one of pie, line, bar, scatter, candlestick, histogram, box, heatmap, waterfall, bullet, combined, radar, polar, gauge, funnel, treemap, layout"
      ),
      (
        #"{"kind": "pi"}"#,
        "kind: expected one of pie, line, bar, scatter, candlestick, histogram, box, heatmap, waterfall, bullet, combined, radar, polar, gauge, funnel, treemap, layout, got \"pi\"; "
          + "did you mean 'pie'?"
      ),
      (
        #"{"kind": 3}"#,
        "kind: expected one of pie, line, bar, scatter, candlestick, histogram, box, heatmap, waterfall, bullet, combined, radar, polar, gauge, funnel, treemap, layout, got 3"
      ),
      (#"[]"#, "expected an object with 'kind', got a list of 0"),
      (#"{"kind": "pie", "slice": []}"#, "slice: unknown key; did you mean 'slices'?"),
      (
        #"{"kind": "pie", "slices": [{"value": 1, "zzzzzz": 1}]}"#,
        "slices[0].zzzzzz: unknown key; there are label, value, color, children"
      ),
      (
        #"{"kind": "pie", "slices": [{"lable": "A", "value": 1}]}"#,
        "slices[0].lable: unknown key; did you mean 'label'?"
      ),
      (#"{"kind": "pie", "slices": [{"value": 1}, {"label": "B"}]}"#, "slices[1].value: is required"),
      (#"{"kind": "pie", "slices": [{"value": -3}]}"#, "slices[0].value: expected a number of at least 0, got -3"),
      (
        #"{"kind": "pie", "slices": [{"value": 1, "color": "blak"}]}"#,
        "slices[0].color: expected a colour such as \"#4477aa\", got \"blak\"; did you mean 'black'?"
      ),
      (
        #"{"kind": "pie", "slices": [{"value": 1, "color": 3}]}"#,
        "slices[0].color: expected a colour such as \"#4477aa\", got 3"
      ),
      (#"{"kind": "pie", "slices": 3}"#, "slices: expected a list or an object, got 3"),
      (#"{"kind": "pie", "slices": [3]}"#, "slices[0]: expected an object, got 3"),
      (#"{"kind": "pie", "hole": 1}"#, "hole: expected a number of at least 0 and below 1, got 1"),
      (#"{"kind": "pie", "hole": -0.1}"#, "hole: expected a number of at least 0 and below 1, got -0.1"),
      (#"{"kind": "pie", "sweep": 0}"#, "sweep: expected a number above 0 and of at most 360, got 0"),
      (#"{"kind": "pie", "sweep": 360.5}"#, "sweep: expected a number above 0 and of at most 360, got 360.5"),
      (#"{"kind": "pie", "gap": 101}"#, "gap: expected a number from 0 to 100, got 101"),
      (#"{"kind": "pie", "radius": -1}"#, "radius: expected a number from 0 to 20000, got -1"),
      (#"{"kind": "pie", "radius": "40"}"#, "radius: expected a percentage such as \"40%\", got \"40\""),
      (#"{"kind": "pie", "radius": "x%"}"#, "radius: expected a percentage such as \"40%\", got \"x%\""),
      (
        #"{"kind": "pie", "radius": true}"#,
        "radius: expected a number from 0 to 20000 or a percentage such as \"40%\", got true"
      ),
      (#"{"kind": "pie", "size": {"width": 0, "height": 10}}"#, "size.width: expected a number from 1 to 20000, got 0"),
      (#"{"kind": "pie", "size": {"width": 10}}"#, "size.height: is required"),
      (#"{"kind": "pie", "theme": "drak"}"#, "theme: expected one of light, dark, got \"drak\"; did you mean 'dark'?"),
      (
        #"{"kind": "pie", "labels": "insid"}"#,
        "labels: expected one of none, inside, leader, got \"insid\"; did you mean 'inside'?"
      ),
      (#"{"kind": "pie", "labels": {"fontSize": 3}}"#, "labels.fontSize: expected a number from 4 to 100, got 3"),
      (
        #"{"kind": "pie", "legend": 5}"#,
        "legend: expected an object or one of auto, none, top, bottom, left, right or true or false, got 5"
      ),
      (
        #"{"kind": "pie", "rotation": {"deceleration": 0}}"#,
        "rotation.deceleration: expected a number above 0 and of at most 1, got 0"
      ),
      (#"{"kind": "pie", "rotation": {"inertia": "yes"}}"#, "rotation.inertia: expected true or false, got \"yes\""),
      (#"{"kind": "pie", "selection": {"scale": 0.5}}"#, "selection.scale: expected a number from 1 to 2, got 0.5"),
      (
        #"{"kind": "pie", "animation": {"duration": 0}}"#,
        "animation.duration: expected a number above 0 and of at most 600, got 0"
      ),
      (
        #"{"kind": "pie", "format": {"decimals": 1.5}}"#,
        "format.decimals: expected a whole number from 0 to 15, got 1.5"
      ),
      (
        #"{"kind": "pie", "format": {"locale": "e"}}"#,
        "format.locale: expected a string of at least 2 characters, got \"e\""
      ),
      (#"{"kind": "pie", "id": ""}"#, "id: expected a string that is not empty, got \"\""),
      (#"{"kind": "pie", "title": true}"#, "title: expected a string or a number, got true"),
      (
        #"{"kind": "pie", "data": {}}"#,
        "data: name a file with `csv`, `json` or `sqlite`, or a database with `connection`, or give `columns`"
      ),
      (
        #"{"kind": "pie", "data": {"csv": "a", "sqlite": "b", "table": "t"}}"#,
        "data.sqlite: give either `csv` or `sqlite`, not both"
      ),
      (
        #"{"kind": "pie", "data": {"csv": "a", "query": "SELECT 1"}}"#,
        "data.query: is for SQLite files, which `sqlite` names"
      ),
      (
        #"{"kind": "pie", "data": {"json": "a", "table": "t"}}"#,
        "data.table: is for SQLite files, which `sqlite` names, and databases, which `connection` does"
      ),
      (
        #"{"kind": "pie", "data": {"sqlite": "a"}}"#,
        "data: say what to read from the file with `query` or `table`"
      ),
      (
        #"{"kind": "pie", "data": {"sqlite": "a", "table": "t", "query": "SELECT 1"}}"#,
        "data.table: give either `query` or `table`, not both"
      ),
      (
        #"{"kind": "pie", "data": {"csv": "a"}, "slices": [{"value": 1}]}"#,
        "data: give either `slices` or `data`, not both"
      ),
      (#"{"kind": "pie", "startAngle": 1e999}"#, "startAngle: expected a finite number, got 1e999"),
    ])
  func faults(text: String, message: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: InvalidValue.self) { try ChartSpec(json: json) }
    do {
      _ = try ChartSpec(json: json)
    } catch {
      #expect(error.description == message)
    }
  }

  @Test("The deepest spec that JSON may hold is read; a deeper text is refused as JSON")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: #"{"children": ["#, count: depth) + #"{"value": 1}"# + String(repeating: "]}", count: depth)
    }
    #expect(throws: Never.self) { try ChartSpec(json: JSON(parsing: #"{"kind": "pie", "slices": [\#(nested(60))]}"#)) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: #"{"kind": "pie", "slices": [\#(nested(70))]}"#) }
  }
}

@Suite("JSON Schema of specs")
struct JSONSchemaTests {
  private static let schema = ChartKinds.standard.jsonSchema

  @Test("It names its draft, and every reference leads to a definition")
  func references() throws {
    #expect(JSONSchemaTests.schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    let definitions = try #require(JSONSchemaTests.schema["$defs"]?.objectValue)
    func visit(_ json: JSON) {
      switch json {
      case .object(let members):
        if let reference = members["$ref"]?.stringValue {
          #expect(reference.hasPrefix("#/$defs/") && definitions[String(reference.dropFirst(8))] != nil)
        }
        members.values.forEach(visit)
      case .array(let elements): elements.forEach(visit)
      default: break
      }
    }
    visit(JSONSchemaTests.schema)
  }

  @Test("It describes every property that is decoded, in words, and no other")
  func properties() throws {
    let pie = try #require(JSONSchemaTests.schema["$defs"]?["Pie"])
    let properties = try #require(pie["properties"]?.objectValue)
    #expect(Array(properties.keys) == PieSpec.schema.propertyNames)
    #expect(pie["additionalProperties"] == false && pie["required"] == ["kind"])
    for (name, property) in properties { #expect(property["description"]?.stringValue?.isEmpty == false, "\(name)") }
  }
}
