import JSONModel
import JSONRPC
import TestSupport

/// What a client of a simulation asks for, by chance.
struct SimulatedRequests {
  struct Item {
    var method: String
    var params: JSON
    var buffers: [[UInt8]] = []
  }

  let client: Int
  /// Whether clients say again what others have said, so that contents are wanted which are there already, or were.
  let repeats: Bool
  private var time = 0.0

  init(client: Int, repeats: Bool) { (self.client, self.repeats) = (client, repeats) }

  mutating func next(_ generator: inout SplitMix64) -> Item {
    time += 0.1
    let session: JSON = .string(Simulation.sessions.randomElement(using: &generator) ?? "default")
    let chart: JSON = .string(["p", "q", "r", "bars"].randomElement(using: &generator) ?? "p")
    func item(_ method: String, _ params: JSON, _ buffers: [[UInt8]] = []) -> Item {
      Item(
        method: method, params: params.merging(patch: ["session": session]), buffers: buffers)
    }
    func about(_ method: String, _ params: JSON = [:], _ buffers: [[UInt8]] = []) -> Item {
      item(method, params.merging(patch: ["chart": chart, "render": false]), buffers)
    }
    let x = JSON(Double.random(in: 150...500, using: &generator))
    let y = JSON(Double.random(in: 50...330, using: &generator))
    switch Int.random(in: 0..<32, using: &generator) {
    case 0, 1, 2, 3: return create(&generator, chart: chart, session: session)
    case 4, 5, 6, 7, 8: return about("chart/tap", ["x": x, "y": y])
    case 9, 10: return about("chart/rotate", ["by": JSON(Double.random(in: -400...400, using: &generator))])
    case 11: return about("chart/toggle", ["series": .integer(Int.random(in: 0...3, using: &generator))])
    case 12, 13, 14: return about("chart/undo")
    case 15, 16: return about("chart/redo")
    case 17: return about("chart/reset")
    case 18: return about("chart/update", ["patch": ["title": .string(title(&generator))]])
    case 19, 20, 21: return append(&generator, session: session)
    case 22: return item("chart/delete", ["chart": chart])
    case 23: return item("session/open", [:])
    case 24: return Bool.random(using: &generator) ? item("session/open", [:]) : item("session/close", [:])
    case 25:
      let text = "kind: pie\nid: p\ntitle: \(title(&generator))\nslices: [{value: 1}, {value: 2}]\n"
      return item("chart/edit", ["text": .string(text), "render": false])
    case 26: return document(&generator, session: session)
    case 27: return about("chart/animate", ["action": "start", "time": JSON(time)])
    case 28: return about("chart/advance", ["time": JSON(time)])
    case 29: return about("chart/key", ["key": ["ArrowRight", "Enter", "+"].randomElement(using: &generator) ?? "+"])
    default:
      let phase: JSON = ["down", "move", "move", "up"].randomElement(using: &generator) ?? "up"
      return about("chart/pointer", ["phase": phase, "x": x, "y": y, "time": JSON(time)])
    }
  }

  /// A title, which may be so long that it is a content of its own.
  private func title(_ generator: inout SplitMix64) -> String {
    let count = Int.random(in: 0..<(repeats ? 3 : 12), using: &generator) == 0 ? 20_000 : 5
    return String(repeating: "t\(Int.random(in: 0...(repeats ? 2 : 9), using: &generator))", count: count)
  }

  private func create(_ generator: inout SplitMix64, chart: JSON, session: JSON) -> Item {
    let isPie = Bool.random(using: &generator)
    let slices: JSON = .array(
      (0..<Int.random(in: 1...5, using: &generator)).map {
        ["label": .string("s\($0)"), "value": .integer(Int.random(in: 1...40, using: &generator))]
      })
    var buffers: [[UInt8]] = []
    let spec: JSON
    if isPie {
      spec = ["kind": "pie", "slices": slices]
    } else {
      let numbers = numbers(&generator)
      buffers = [numbers.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }]
      spec = ["kind": "line", "series": [["values": ["buffer": 0]]], "x": ["timeZone": "+01:00"]]
    }
    var params: JSON = ["spec": spec, "render": false, "session": session]
    if Int.random(in: 0...4, using: &generator) > 0 { params = params.merging(patch: ["chart": chart]) }
    return Item(method: "chart/create", params: params, buffers: buffers)
  }

  /// A column, which is a content of its own.
  private func numbers(_ generator: inout SplitMix64) -> [Double] {
    if repeats { return (0..<Int.random(in: 4...7, using: &generator) * 50).map { Double($0) } }
    return (0..<Int.random(in: 1...60, using: &generator)).map { _ in Double.random(in: 0...9, using: &generator) }
  }

  private func append(_ generator: inout SplitMix64, session: JSON) -> Item {
    let points: JSON = .array(
      (0..<Int.random(in: 1...4, using: &generator)).map { _ in JSON(Double.random(in: 0...9, using: &generator)) })
    var params: JSON = [
      "chart": .string(["q", "r", "line-1"].randomElement(using: &generator) ?? "q"), "points": points,
      "session": session, "render": false,
    ]
    if Bool.random(using: &generator) { params = params.merging(patch: ["window": 20]) }
    return Item(method: "chart/append", params: params)
  }

  private func document(_ generator: inout SplitMix64, session: JSON) -> Item {
    let document: JSON = [
      "format": "chartkernel-session", "version": 1, "session": session,
      "specs": [["spec": ["kind": "pie", "slices": [["label": "Rent", "value": 25], ["value": 3]]]]],
      "charts": [
        [
          "chart": "p", "spec": 0, "revision": .integer(Int.random(in: 1...9, using: &generator)),
          "state": ["startAngle": 90, "selection": [0], "hidden": [], "progress": 1],
          "undo": [
            [
              "method": "chart/tap", "params": ["x": 1, "y": 2], "spec": 0,
              "state": ["startAngle": 10, "selection": nil, "hidden": [], "progress": 1],
            ]
          ],
        ]
      ],
    ]
    return Item(
      method: "session/import",
      params: ["document": document, "session": session, "keep": .bool(Bool.random(using: &generator))])
  }
}
