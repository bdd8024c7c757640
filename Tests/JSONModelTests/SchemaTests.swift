import JSONModel
import OrderedCollections
import TestSupport
import Testing

private enum Color: String, CaseIterable, Sendable { case red, green, blue }

private struct Slice: Hashable, Sendable {
  var label = ""
  var value = 0.0
  static let schema = Schema<Slice>.object("Slice", "A part.", initial: Slice()) {
    Property("label", \.label, .string(), "Its name")
    Property("value", \.value, .number(min: 0), "Its size", required: true)
  }
}

private struct Spec: Hashable, Sendable {
  var slices: [Slice] = []
  var radius = 0.5
  var color: Color?
  var size: [Int] = [640, 360]
  static let schema = Schema<Spec>.object("Spec", "A chart.", initial: Spec()) {
    Property(constant: "kind", "pie", "The kind")
    Property("slices", \.slices, .array(of: Slice.schema, minItems: 1), "The parts", required: true)
    Property("radius", \.radius, .either(.number(above: 0), or: percentage), "Length")
    Property("color", \.color, .optional(.word()), "Its colour")
    Property("size", \.size, .array(of: .integer(min: 1, max: 1000), maxItems: 2), "px")
  }
  static let percentage = Schema<String>.string().map(
    expectation: "a share such as '40%'",
    decode: { text throws(InvalidValue) in
      guard text.hasSuffix("%"), let value = Double(text.dropLast()) else {
        throw InvalidValue(expected: "a share such as '40%'", got: .string(text))
      }
      return value / 100
    }, encode: { "\($0 * 100)%" })
}

private struct Node: Hashable, Sendable {
  var name = ""
  var children: [Node] = []
  static let schema: Schema<Node> = .object("Node", "A tree.", initial: Node()) {
    Property("name", \.name, .string(minLength: 1), "Its name", required: true)
    Property("children", \.children, .array(of: .deferred(expectation: "a tree") { Node.schema }), "Below it")
  }
}

private enum Shape: Hashable, Sendable {
  case circle(Double)
  case square(Double)
  struct Circle: Sendable { var radius = 0.0 }
  struct Square: Sendable { var side = 0.0 }
  static let schema = Schema<Shape>.choice(
    by: "type",
    [
      Choice(
        "circle",
        Schema<Circle>.object("Circle", "Round.", initial: Circle()) {
          Property(constant: "type", "circle", "Round")
          Property("radius", \.radius, .number(), "px", required: true)
        }.map(
          decode: { .circle($0.radius) },
          encode: { if case .circle(let r) = $0 { Circle(radius: r) } else { Circle() } }),
        matches: { if case .circle = $0 { true } else { false } }),
      Choice(
        "square",
        Schema<Square>.object("Square", "Not round.", initial: Square()) {
          Property(constant: "type", "square", "Not round")
          Property("side", \.side, .number(), "px", required: true)
        }.map(
          decode: { .square($0.side) }, encode: { if case .square(let a) = $0 { Square(side: a) } else { Square() } }),
        matches: { if case .square = $0 { true } else { false } }),
    ])
}

@Suite("Declared types")
struct SchemaTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var text: String
    var message: String
    var testDescription: String { text }
    init(_ text: String, _ message: String) { (self.text, self.message) = (text, message) }
  }

  @Test(
    "a fault names the place, what was expected and what was found",
    arguments: [
      Fault(
        #"{"kind":"pie","slices":[{"value":1},{"value":2},{"value":-3}]}"#,
        "slices[2].value: expected a number of at least 0, got -3"),
      Fault(#"{"kind":"pie","slices":[{"value":"x"}]}"#, "slices[0].value: expected a number of at least 0, got \"x\""),
      Fault(#"{"kind":"pie","slices":[{"value":1e400}]}"#, "slices[0].value: expected a finite number, got 1e400"),
      Fault(#"{"kind":"pie","slices":[{}]}"#, "slices[0].value: is required"),
      Fault(#"{"kind":"pie","slices":[]}"#, "slices: expected a list of at least 1, got a list of 0"),
      Fault(#"{"kind":"pie","slices":{}}"#, "slices: expected a list of at least 1, got an object"),
      Fault(
        #"{"kind":"pie","slices":[{"value":1,"lable":"a"}]}"#,
        "slices[0].lable: unknown key; did you mean 'label'?"),
      Fault(
        #"{"kind":"pie","zzzzzz":1,"slices":[{"value":1}]}"#,
        "zzzzzz: unknown key; there are kind, slices, radius, color, size"),
      Fault(#"{"kind":"pei","slices":[{"value":1}]}"#, "kind: expected 'pie', got \"pei\""),
      Fault(#"{"slices":[{"value":1}]}"#, "kind: is required"),
      Fault(
        #"{"kind":"pie","slices":[{"value":1}],"color":"gren"}"#,
        "color: expected one of red, green, blue, got \"gren\"; did you mean 'green'?"),
      Fault(#"{"kind":"pie","slices":[{"value":1}],"radius":0}"#, "radius: expected a number above 0, got 0"),
      Fault(
        #"{"kind":"pie","slices":[{"value":1}],"radius":"4"}"#, "radius: expected a share such as '40%', got \"4\""),
      Fault(
        #"{"kind":"pie","slices":[{"value":1}],"radius":true}"#,
        "radius: expected a number above 0 or a share such as '40%', got true"),
      Fault(
        #"{"kind":"pie","slices":[{"value":1}],"size":[1,2.5]}"#,
        "size[1]: expected a whole number from 1 to 1000, got 2.5"),
      Fault(
        #"{"kind":"pie","slices":[{"value":1}],"size":[1,2,3]}"#,
        "size: expected a list of at most 2, got a list of 3"),
      Fault("[]", "expected an object, got a list of 0"),
    ])
  func faults(_ fault: Fault) throws {
    let error = #expect(throws: InvalidValue.self) { try Spec.schema.decode(try JSON(parsing: fault.text)) }
    #expect(error?.description == fault.message)
  }

  @Test("All that is wrong is told, in its order, each with its own place; of very much the first twenty")
  func others() throws {
    func faults(_ text: String) throws -> [String] {
      let error = #expect(throws: InvalidValue.self) { try Spec.schema.decode(try JSON(parsing: text)) }
      return error?.all.map(\.description) ?? []
    }
    #expect(
      try faults(#"{"zzzzzz":1,"slices":[{"value":-1,"lable":"a"},{"value":2},{}],"color":"gren"}"#) == [
        "zzzzzz: unknown key; there are kind, slices, radius, color, size",
        "slices[0].value: expected a number of at least 0, got -1",
        "slices[0].lable: unknown key; did you mean 'label'?", "slices[2].value: is required",
        "color: expected one of red, green, blue, got \"gren\"; did you mean 'green'?", "kind: is required",
      ])
    let many = (0..<50).map { _ in "{}" }.joined(separator: ",")
    #expect(try faults("{\"kind\":\"pie\",\"slices\":[\(many)]}").count == 20)
  }

  @Test("a value is read, and written without what it would be anyway")
  func roundTrip() throws {
    let text = #"{"kind":"pie","slices":[{"value":1},{"label":"b","value":2.5}],"radius":0.4,"color":"blue"}"#
    let spec = try Spec.schema.decode(try JSON(parsing: text))
    #expect(spec == Spec(slices: [Slice(value: 1), Slice(label: "b", value: 2.5)], radius: 0.4, color: .blue))
    #expect(Spec.schema.encode(spec).text == text)
    let percent = try Spec.schema.decode(["kind": "pie", "slices": [["value": 3.0]], "radius": "40%", "color": nil])
    #expect(percent.radius == 0.4)
    #expect(Spec.schema.encode(percent).text == #"{"kind":"pie","slices":[{"value":3}],"radius":0.4}"#)
    #expect(Spec.schema.propertyNames == ["kind", "slices", "radius", "color", "size"])
  }

  @Test("a type may contain itself")
  func recursion() throws {
    let tree = Node(name: "a", children: [Node(name: "b", children: [Node(name: "c")])])
    let json = Node.schema.encode(tree)
    #expect(json.text == #"{"name":"a","children":[{"name":"b","children":[{"name":"c"}]}]}"#)
    #expect(try Node.schema.decode(json) == tree)
    let error = #expect(throws: InvalidValue.self) {
      try Node.schema.decode(["name": "a", "children": [["name": "b", "children": [["name": ""]]]]])
    }
    #expect(error?.description == #"children[0].children[0].name: expected a string that is not empty, got """#)
    let document = Node.schema.standaloneDocument(id: "urn:node", title: "Node")
    #expect(document["$ref"] == "#/$defs/Node")
    #expect(document["$defs"]?["Node"]?["properties"]?["children"]?["items"] == ["$ref": "#/$defs/Node"])
  }

  @Test("a member tells which of several types is meant")
  func choice() throws {
    let square: Shape = try Shape.schema.decode(["type": "square", "side": 2])
    #expect(square == .square(2))
    #expect(Shape.schema.encode(.circle(1.5)) == ["type": "circle", "radius": 1.5])
    func message(_ json: JSON) -> String? {
      #expect(throws: InvalidValue.self) { try Shape.schema.decode(json) }?.description
    }
    #expect(message(["side": 2]) == "type: is required: one of circle, square")
    #expect(message(["type": "sqare"]) == "type: expected one of circle, square, got \"sqare\"; did you mean 'square'?")
    #expect(message(["type": "square", "radius": 2]) == "radius: unknown key; there are type, side")
    #expect(message(["type": "square"]) == "side: is required")
  }

  @Test("dictionaries keep their keys, and name them in faults")
  func dictionary() throws {
    let schema = Schema<OrderedDictionary<String, Double>>.dictionary(of: .number(max: 5))
    #expect(try schema.decode(["b": 1, "a": 2]) == ["b": 1, "a": 2])
    let error = #expect(throws: InvalidValue.self) { try schema.decode(["b": 1, "a": 7]) }
    #expect(error?.description == "a: expected a number of at most 5, got 7")
  }

  @Test("the document that stands alone says what is read")
  func document() throws {
    let document = Spec.schema.standaloneDocument(id: "urn:spec", title: "A spec")
    let definition = document["$defs"]?["Spec"]
    #expect(document["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(document["$id"] == "urn:spec")
    #expect(document["title"] == "A spec")
    #expect(document["$ref"] == "#/$defs/Spec")
    #expect(document["$defs"]?.objectValue?.keys.sorted() == ["Slice", "Spec"])
    #expect(definition?["required"] == ["kind", "slices"])
    #expect(definition?["additionalProperties"] == false)
    #expect(definition?["properties"]?["kind"] == ["description": "The kind", "const": "pie"])
    #expect(
      definition?["properties"]?["slices"]
        == ["description": "The parts", "type": "array", "items": ["$ref": "#/$defs/Slice"], "minItems": 1])
    #expect(definition?["properties"]?["radius"]?["default"] == 0.5)
    #expect(
      definition?["properties"]?["radius"]?["anyOf"] == [
        ["type": "number", "exclusiveMinimum": 0], ["type": "string"],
      ])
    #expect(definition?["properties"]?["color"]?["enum"]?.arrayValue?.prefix(3) == ["red", "green", "blue"])
    #expect(
      definition?["properties"]?["size"]?["items"] == ["type": "integer", "minimum": 1, "maximum": 1000])
  }

  @Test("a description may hold null")
  func nullInDocument() {
    let schema = Schema<JSON>.json().annotated(["examples": [nil]])
    #expect(schema.standaloneDocument(id: "urn:x", title: "X")["examples"] == [nil])
  }
}

@Suite("The nearest word")
struct SuggestionTests {
  private let words = ["slices", "title", "radius", "startAngle", "hole"]

  @Test(
    "a word that differs little is found, any other is not",
    arguments: [
      ("slcies", "slices"), ("slice", "slices"), ("Title", "title"), ("titel", "title"), ("startangle", "startAngle"),
      ("rdius", "radius"), ("radiuss", "radius"), ("hol", "hole"), ("zzz", nil), ("", nil), ("size", nil),
      (String(repeating: "x", count: 65), nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) { #expect(nearestWord(to: word, among: words) == expected) }

  @Test("of two equally near words the first is taken")
  func ties() {
    #expect(nearestWord(to: "bat", among: ["cat", "hat"]) == "cat")
    #expect(nearestWord(to: "hat", among: ["cat", "hat"]) == "hat")
    // Few misspell the first letter, and one letter is not another one.
    #expect(nearestWord(to: "bat", among: ["cat", "bad"]) == "bad")
    #expect(nearestWord(to: "z", among: ["x", "y"]) == nil)
    #expect(nearestWord(to: "x", among: []) == nil)
    // Lower case may have another length.
    #expect(nearestWord(to: "i\u{307}stanbul", among: ["oslo", "İstanbul"]) == "İstanbul")
  }

  @Test("It is the one that the formula of the distance says", arguments: [1, 2, 3])
  func formula(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func word(_ letters: String) -> [Character] {
      (0..<Int.random(in: 0...9, using: &generator)).map { _ in letters.randomElement(using: &generator) ?? "a" }
    }
    /// The distance by its definition (Boytsov 2011, optimal string alignment).
    func distance(_ first: ArraySlice<Character>, _ second: ArraySlice<Character>) -> Int {
      guard let a = first.last, let b = second.last else { return first.count + second.count }
      var least = min(
        distance(first.dropLast(), second) + 1, distance(first, second.dropLast()) + 1)
      least = min(least, distance(first.dropLast(), second.dropLast()) + (a == b ? 0 : 1))
      if first.count > 1, second.count > 1, a == second.dropLast().last, b == first.dropLast().last {
        least = min(least, distance(first.dropLast(2), second.dropLast(2)) + 1)
      }
      return least
    }
    for _ in 0..<60 {
      let target = Array(word("abc").prefix(6))
      let words = (0..<6).map { _ in Array(word("abc").prefix(6)) }
      // A letter at least stays where it is, and of equally near words one that begins alike is meant.
      let near = words.filter {
        let (distance, longer) = (distance(target[...], $0[...]), max(target.count, $0.count))
        return !target.isEmpty && distance <= max(1, longer / 3) && distance < longer
      }
      func order(_ word: [Character]) -> (Int, Int) {
        (distance(target[...], word[...]), word.first == target.first ? 0 : 1)
      }
      let expected = near.min { order($0) < order($1) }
      #expect(nearestWord(to: String(target), among: words.map { String($0) }) == expected.map { String($0) })
    }
  }

  @Test("Among very many words the first ones are looked at, since a request can name a file with very many")
  func manyWords() {
    var count = 0
    let words = sequence(state: 0) { (state: inout Int) -> String? in
      state += 1
      count = state
      return state > 200_000 ? nil : state == 9_000 ? "hat" : state == 190_000 ? "bat" : "another word \(state)"
    }
    #expect(nearestWord(to: "bat", among: words) == "hat")
    #expect(count < 11_000)
  }
}
