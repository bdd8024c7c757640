import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import TestSupport

/// Makes steps from what the service declares: every method with every parameter.
struct StepMaker: Fuzzing {
  var sampler: SchemaSampler
  private let methods: [(name: String, params: JSON)]
  private var number = 0

  var random: SplitMix64 {
    get { sampler.random }
    set { sampler.random = newValue }
  }

  init(seed: UInt64) {
    let document = StepMaker.document
    sampler = SchemaSampler(
      definitions: document["components"]?["schemas"]?.objectValue ?? [:], random: SplitMix64(seed: seed))
    methods = StepMaker.methods
    sampler.evil = pick([0, 0, 1, 1, 2, 4, 10, 40])
  }

  /// What `rpc.discover` tells.
  private static let document: JSON = {
    guard let document = try? ChartService().call("rpc.discover") else {
      preconditionFailure("the service does not describe itself")
    }
    return document
  }()

  /// The parameters of each method as the schema of one object.
  private static let methods: [(name: String, params: JSON)] = (document["methods"]?.arrayValue ?? []).map { method in
    var properties: OrderedDictionary<String, JSON> = [:]
    var required: [JSON] = []
    for parameter in method["params"]?.arrayValue ?? [] {
      let name = parameter["name"]?.stringValue ?? ""
      properties[name] = parameter["schema"] ?? [:]
      if parameter["required"] == true { required.append(.string(name)) }
    }
    let name = method["name"]?.stringValue ?? ""
    return (name, ["type": "object", "properties": .object(properties), "required": .array(required)])
  }

  private static let rare: Set = ["rpc.discover", "exit", "shutdown", "session/close", "chart/delete", "initialize"]
  private static let charts = methods.filter { $0.name.hasPrefix("chart/") && !rare.contains($0.name) }
  private static let views = methods.filter { $0.name.hasPrefix("view/") }

  // MARK: - Steps

  mutating func next() -> FuzzStep {
    number += 1
    switch below(100) {
    case 0...9: return cell()
    case 10...13: return .message(mangled(request().bytes), buffers: buffers())
    case 14...16:
      return .message(JSON.array((0..<below(6)).map { _ in request() }).bytes, buffers: buffers())
    default: return .message(request().bytes, buffers: chance(5) ? buffers() : [])
    }
  }

  /// A request that makes a chart, mostly a right one: a round begins with some.
  mutating func creation() -> FuzzStep {
    number += 1
    let request: JSON = [
      "jsonrpc": "2.0", "id": .integer(number), "method": "chart/create", "params": ["spec": spec(changes: 1)],
    ]
    return .message(request.bytes, buffers: [])
  }

  mutating func request() -> JSON {
    let (name, schema) = chance(85) ? pick(StepMaker.charts) : chance(40) ? pick(StepMaker.views) : pick(methods)
    var params = sampler.object(schema, depth: 1, optional: 30)
    if chance(97), name != "session/import" || chance(50) { params = sensible(params, of: name) }
    var members: OrderedDictionary<String, JSON> = ["jsonrpc": "2.0", "id": .integer(number), "method": .string(name)]
    members["params"] = chance(3) ? .array(params.objectValue.map { Array($0.values) } ?? []) : params
    if chance(2) { members["id"] = pick([.null, "a", 1.5, .literal("1e400"), .integer(.min), [], .bool(true)]) }
    if chance(1) { members[pick(["jsonrpc", "id", "method", "params", "more"])] = sampler.evilValue() }
    if chance(1) { members.removeValue(forKey: pick(["jsonrpc", "id", "method", "params"])) }
    return .object(members)
  }

  /// The parameters that a schema knows too little of: specs, patches, texts.
  private mutating func sensible(_ params: JSON, of method: String) -> JSON {
    guard case .object(var members) = params else { return params }
    if members["chart"] != nil, chance(97) { members["chart"] = .string(pick(FuzzSpecs.names)) }
    switch method {
    case "chart/create": members["spec"] = spec(changes: below(5))
    case "chart/update": members["patch"] = patch()
    case "chart/edit": members["text"] = .string(yaml(spec(changes: below(4))))
    default: break
    }
    return .object(members)
  }

  // MARK: - Specs

  /// A right spec with some properties made from the schema.
  mutating func spec(changes: Int) -> JSON {
    var spec = pick(FuzzSpecs.all)
    for _ in 0..<changes { spec = spec.merging(patch: patch(like: spec)) }
    return spec
  }

  private mutating func patch(like spec: JSON? = nil) -> JSON {
    let names = [
      "pie": "Pie", "bar": "BarChart", "line": "LineChart", "combined": "CombinedChart", "scatter": "ScatterChart",
      "radar": "Radar", "polar": "Polar", "gauge": "Gauge", "funnel": "Funnel",
      "treemap": "Treemap", "candlestick": "CandlestickChart", "histogram": "HistogramChart", "box": "BoxChart",
      "heatmap": "HeatmapChart", "waterfall": "WaterfallChart", "bullet": "BulletChart",
      "layout": "Layout",
    ]
    let kind = spec?["kind"]?.stringValue ?? pick(names.keys.sorted())
    let schema = sampler.definitions[names[kind] ?? "Pie"] ?? [:]
    guard let properties = schema["properties"]?.objectValue, let name = properties.keys.randomElement(using: &random)
    else { return [:] }
    if name == "kind" { return [:] }
    return [name: sampler.value(for: properties[name] ?? [:], named: name, depth: 1)]
  }

  // MARK: - Texts

  /// A spec as an author types it.
  private mutating func yaml(_ spec: JSON) -> String {
    var text = chance(50) ? block(spec, "") : spec.prettyText
    if chance(30) { text = String(decoding: mangled(Array(text.utf8)), as: UTF8.self) }
    return text
  }

  private mutating func block(_ json: JSON, _ indent: String) -> String {
    switch json {
    case .object(let members) where !members.isEmpty:
      members.map { "\n\(indent)\(scalar($0.key)): \(block($0.value, indent + "  "))" }.joined()
    case .array(let elements) where !elements.isEmpty:
      chance(50) ? json.text : elements.map { "\n\(indent)- \(block($0, indent + "  "))" }.joined()
    case .string(let text): scalar(text)
    case .number(let value) where chance(5): value < 0 ? "-.inf" : ".nan"
    default: json.text
    }
  }

  private mutating func scalar(_ text: String) -> String { chance(60) ? JSON.string(text).text : text }

  private mutating func cell() -> FuzzStep {
    var code = (0..<1 + below(3)).map { _ in statement() }.joined(separator: "\n")
    if chance(30) { code = String(decoding: mangled(Array(code.utf8)), as: UTF8.self) }
    return .cell(code, cursor: below(code.unicodeScalars.count + 3) - 1)
  }

  private mutating func statement() -> String {
    switch below(8) {
    case 0: return yaml(spec(changes: below(3)))
    case 1: return request().text
    case 2: return "\(pick(["a", "angle", "_x"])) = \(sampler.evilValue().text)"
    case 3: return "?\(pick(["tap", "pie.slices", "%rotate", "x"]))"
    case 4: return "%\(pick(["list", "show p", "parameters", "live on", "help", "echo $a", "clear"]))"
    default:
      let (name, schema) = pick(StepMaker.charts)
      let params = sampler.object(schema, depth: 1, optional: 30).objectValue ?? [:]
      let words = params.map { key, value in chance(50) ? value.text : "\(key)=\(value.text)" }
      return "%\(name.dropFirst("chart/".count)) \(pick(FuzzSpecs.names)) \(words.joined(separator: " "))"
    }
  }

  // MARK: - Bytes

  private mutating func buffers() -> [[UInt8]] {
    (0..<below(3)).map { _ in
      let numbers = (0..<below(12)).map { _ in pick(EvilValues.numbers).doubleValue ?? .nan }
      let bytes = (chance(50) ? numbers.sorted() : numbers).flatMap {
        withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init)
      }
      return chance(10) ? bytes.dropLast(1) : bytes
    }
  }

  /// Bytes with faults in them.
  mutating func mangled(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<1 + below(4) where !bytes.isEmpty {
      let place = below(bytes.count)
      switch below(8) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes[place] = UInt8(below(256))
      case 2: bytes.insert(contentsOf: Array(pick(EvilValues.texts).utf8), at: place)
      case 3:
        bytes.insert(contentsOf: Array(repeating: pick(Array("[{(-\"' \n".utf8)), count: pick([1, 2, 300])), at: place)
      case 4: bytes.removeSubrange(place..<min(place + 1 + below(5), bytes.count))
      case 5: bytes.insert(contentsOf: Array(pick(EvilValues.numbers).text.utf8), at: place)
      case 6: bytes.insert(contentsOf: bytes[place..<min(place + below(40), bytes.count)], at: place)
      default: bytes[place] ^= 1 << UInt8(below(8))
      }
    }
    return bytes
  }
}
