import JSONModel
import OrderedCollections
import TestSupport

/// Values made from a JSON Schema: mostly ones that it allows, with evil ones strewn in.
struct SchemaSampler: Fuzzing {
  var random: SplitMix64
  /// The named types that `$ref` points to.
  let definitions: OrderedDictionary<String, JSON>
  /// At how many of a hundred places there is something that the schema does not allow, or hardly.
  var evil = 3

  init(definitions: OrderedDictionary<String, JSON>, random: SplitMix64) {
    self.definitions = definitions
    self.random = random
  }

  // MARK: - Anything

  mutating func evilValue() -> JSON {
    switch below(10) {
    case 0...4: pick(EvilValues.numbers)
    case 5, 6: .string(pick(EvilValues.texts))
    case 7: chance(20) ? EvilValues.nested(pick([3, 60, 120, 200])) : pick(EvilValues.structures)
    default: pick(EvilValues.structures)
    }
  }

  /// - Parameter name: What the value is called, which says more of texts than a schema does.
  mutating func value(for schema: JSON, named name: String = "", depth: Int = 0) -> JSON {
    if chance(evil) { return evilValue() }
    if depth > 12 { return .null }
    if let reference = schema["$ref"]?.stringValue?.split(separator: "/").last.map(String.init) {
      if reference == "BufferColumn", chance(80) { return bufferColumn() }
      return value(for: definitions[reference] ?? [:], named: name, depth: depth + 1)
    }
    if let constant = schema["const"] { return constant }
    if let words = schema["enum"]?.arrayValue, !words.isEmpty { return pick(words) }
    for key in ["anyOf", "oneOf"] {
      if let choices = schema[key]?.arrayValue, !choices.isEmpty {
        let choice = pick(choices)
        return value(for: choice["type"] == "null" && chance(80) ? choices[0] : choice, named: name, depth: depth)
      }
    }
    switch type(of: schema) {
    case "null": return .null
    case "boolean": return .bool(chance(50))
    case "integer": return integer(schema)
    case "number": return number(schema, named: name)
    case "string": return .string(text(named: name, format: schema["format"]?.stringValue))
    case "array": return array(schema, named: name, depth: depth)
    case "object": return object(schema, named: name, depth: depth)
    default: return free(named: name)
    }
  }

  private mutating func type(of schema: JSON) -> String {
    if let type = schema["type"]?.stringValue { return type }
    if let types = schema["type"]?.arrayValue, !types.isEmpty {
      return (chance(85) ? types[0] : pick(types)).stringValue ?? ""
    }
    return schema["properties"] == nil ? "" : "object"
  }

  /// What a schema says nothing about.
  private mutating func free(named name: String) -> JSON {
    switch name {
    case "points":
      return .array((0..<below(6)).map { _ in point() })
    default: return evilValue()
    }
  }

  private mutating func point() -> JSON {
    switch below(6) {
    case 0: .null
    case 1: [plainNumber(), plainNumber()]
    case 2: ["x": plainNumber(), "y": plainNumber()]
    case 3: [.string("2026-08-\(10 + below(20))"), plainNumber()]
    case 4: evilValue()
    default: plainNumber()
    }
  }

  // MARK: - Numbers

  mutating func plainNumber() -> JSON {
    switch below(8) {
    case 0: .integer(below(1_000))
    case 1: .number(share() * 1_000)
    case 2: .number(-share() * 1_000)
    case 3: .number(share() * 700)
    case 4: chance(10) ? pick(EvilValues.numbers) : .integer(below(10))
    default: .integer(below(400))
    }
  }

  private mutating func integer(_ schema: JSON) -> JSON {
    let least = schema["minimum"]?.doubleValue.map { Int(max($0, -1e15)) } ?? -3
    let greatest = schema["maximum"]?.doubleValue.map { Int(min($0, 1e15)) } ?? .max
    switch below(10) {
    case 0: return .integer(least)
    case 1 where greatest < .max: return .integer(greatest)
    case 2: return pick(EvilValues.numbers)
    default: return .integer(min(greatest, least + below(6)))
    }
  }

  private mutating func number(_ schema: JSON, named name: String) -> JSON {
    let least = schema["minimum"]?.doubleValue ?? schema["exclusiveMinimum"]?.doubleValue
    let greatest = schema["maximum"]?.doubleValue ?? schema["exclusiveMaximum"]?.doubleValue
    switch below(20) {
    case 0: return pick(EvilValues.numbers)
    case 1: if let least { return .number(least) }
    case 2: if let greatest { return .number(greatest) }
    case 3: if let least { return .number(least.nextUp) }
    case 4: if let greatest { return .number(greatest.nextDown) }
    case 5...9:
      if let least, let greatest, (greatest - least).isFinite { return .number(least + (greatest - least) * share()) }
    default: break
    }
    let value = name == "time" ? share() * 10 : name == "angle" || name == "by" ? share() * 720 - 360 : share() * 640
    return .number(max(least.map { $0 + share() } ?? -.infinity, min(greatest ?? .infinity, value)))
  }

  // MARK: - Texts

  mutating func text(named name: String, format: String? = nil) -> String {
    if chance(12) { return pick(EvilValues.texts) }
    if format == "color" || name == "color" {
      return pick(["#f80", "#11223344", "red", "rgb(1, 2, 3)", "transparent"])
    }
    switch name {
    case "session": return pick(["default", "default", "default", "other"])
    case "chart", "id": return pick(FuzzSpecs.names)
    case "locale": return pick(["en", "de", "fr-CH", "hi", "tr", "xx", "de-Latn-CH"])
    case "timeZone":
      return pick(["UTC", "Europe/Berlin", "America/New_York", "+05:30", "Pacific/Apia", "Nowhere/None"])
    case "format": return pick(["yyyy-MM-dd", "HH:mm:ss", "{value} kg", "E d. MMM", "QQQ yyyy", "HH:mm:ss.SSSZ"])
    case "path":
      return pick(["M0 0L10 0L10 10Z", "m0 0h1v1h-1z", "M0 0C1 1 2 2 3 3S4 4 5 5Q1 2 3 4T9 9A5 5 0 1 0 1 1z"])
    case "csv", "json", "sqlite": return pick(FuzzFiles.names)
    case "memory": return pick(FuzzMemories.names)
    case "query": return pick(["SELECT label, value FROM t", "SELECT 1 label, 2 value", "SELECT * FROM t WHERE"])
    case "table", "column", "label", "value", "x", "y": return pick(["label", "value", "t", "x", "y", "a"])
    case "before", "today", "moment": return pick(["2026-08-21", "2026-08-21T12:00:00Z", "1970-01-01"])
    default: return pick(["Steps", "a", "Größe", "{label}: {value}", "{percent}", "two words", "Food"])
    }
  }

  // MARK: - Structures

  private mutating func array(_ schema: JSON, named name: String, depth: Int) -> JSON {
    let least = schema["minItems"]?.integerValue ?? 0
    let greatest = min(schema["maxItems"]?.integerValue ?? .max, 1_000_000)
    var count = min(greatest, max(least, chance(3) ? pick([30, 200]) : below(depth > 4 ? 3 : 5)))
    if chance(evil) { count = pick([0, count + 1, max(0, least - 1)]) }
    let items = schema["items"] ?? [:]
    // A column of what looks like numbers is one of numbers, or specs were hardly ever right.
    if name == "values" || name == "x", chance(70) { return column(count + below(8)) }
    return .array((0..<count).map { _ in value(for: items, named: name, depth: depth + 1) })
  }

  /// How many numbers there are in memory, and one more.
  private let ends: [JSON] = [4, 5, 37, 38, 1_600, 1_601, 3_200, 12_800, 12_801]

  /// A column in a buffer or in memory: one that may be there, which a schema does not know.
  private mutating func bufferColumn() -> JSON {
    var column: OrderedDictionary<String, JSON> = [:]
    if chance(40) {
      column["buffer"] = chance(90) ? .integer(below(3)) : pick(EvilValues.numbers)
    } else {
      column["memory"] = .string(chance(95) ? pick(FuzzMemories.names) : "none")
      if chance(30) { column["offset"] = chance(80) ? .integer(below(20) * pick([1, 8])) : pick(EvilValues.numbers) }
      if chance(60) { column["count"] = chance(75) ? .integer(below(400)) : pick(EvilValues.numbers + ends) }
    }
    if chance(50) {
      column["type"] = .string(pick(["float64", "float64", "float32", "int64", "uint8", "timestamp_ms", "date32"]))
    }
    return .object(column)
  }

  mutating func column(_ count: Int) -> JSON {
    switch below(6) {
    case 0: .array((0..<count).map { .integer($0) })
    case 1: .array((0..<count).map { _ in chance(20) ? .null : plainNumber() })
    case 2: .array((0..<count).map { _ in chance(50) ? pick(EvilValues.numbers) : plainNumber() })
    case 3: .array((0..<count).map { .string("2026-08-\(10 + $0 % 20)") })
    case 4: .array(Array(repeating: plainNumber(), count: count))
    default: .array((0..<count).map { _ in plainNumber() })
    }
  }

  /// - Parameter optional: In how many of a hundred cases a property is given that need not be.
  mutating func object(_ schema: JSON, named name: String = "", depth: Int, optional: Int? = nil) -> JSON {
    var members: OrderedDictionary<String, JSON> = [:]
    let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    let share = optional ?? (depth < 2 ? 25 : depth < 5 ? 20 : 6)
    for (key, property) in schema["properties"]?.objectValue ?? [:] {
      guard required.contains(key) ? !chance(evil) : chance(share) else { continue }
      members[key] = value(for: property, named: key, depth: depth + 1)
    }
    if let more = schema["additionalProperties"], more.objectValue != nil {
      // Columns of a table have names by which others ask for them.
      let names = name == "columns" && chance(85) ? ["label", "value", "t", "x", "y", "a"] : EvilValues.texts
      for _ in 0..<below(3) { members[pick(names)] = value(for: more, named: "values", depth: depth + 1) }
    }
    if chance(evil) { members[pick(EvilValues.texts)] = evilValue() }
    return .object(members)
  }
}
