import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

@Suite("Undo: any sequence of interactions can be taken back, to the byte")
struct HistoryTests {
  /// One interaction by chance.
  static func random(_ generator: inout SplitMix64, time: inout Double) -> (String, JSON) {
    let x = JSON(Double.random(in: 0...640, using: &generator))
    let y = JSON(Double.random(in: 0...360, using: &generator))
    let flag = Bool.random(using: &generator)
    switch Int.random(in: 0...8, using: &generator) {
    case 0, 1: return ("chart/tap", ["x": x, "y": y])
    case 2: return ("chart/rotate", ["by": JSON(Double.random(in: -400...400, using: &generator))])
    case 3: return ("chart/highlight", ["index": flag ? .integer(Int.random(in: 0...4, using: &generator)) : .null])
    case 4: return ("chart/toggle", ["series": .integer(Int.random(in: 0...4, using: &generator))])
    case 5: return ("chart/key", ["key": flag ? "ArrowRight" : "+"])
    case 6: return ("chart/reset", [:])
    case 7: return ("chart/animate", ["action": flag ? "start" : "stop", "time": JSON(time), "ifRunning": "restart"])
    default: return ("chart/update", ["patch": ["hole": JSON(Double.random(in: 0...0.8, using: &generator))]])
    }
  }

  @Test("Undo all the way back and redo all the way forward", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func everyStep(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let service = try ChartService.prepared()
    var time = 0.0
    var pictures = [try service.svg()]
    for _ in 0..<150 {
      var (method, params) = HistoryTests.random(&generator, time: &time)
      params = params.merging(fully: ["chart": "spending", "render": false])
      let before = try service.call("chart/get", params: ["chart": "spending"])["revision"]
      let result = try service.call(method, params: params)
      if result["revision"] != before { pictures.append(try service.svg()) }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        // What moves by itself belongs to the step that set it going.
        time += 0.1
        _ = try service.call("chart/advance", params: ["chart": "spending", "time": JSON(time)])
        pictures[pictures.count - 1] = try service.svg()
      }
    }
    #expect(pictures.count > 80)
    for expected in pictures.dropLast().reversed() {
      #expect(try service.call("chart/undo", params: ["chart": "spending"])["changed"] == true)
      #expect(try service.svg() == expected)
    }
    #expect(try service.call("chart/undo", params: ["chart": "spending"])["changed"] == false)
    for expected in pictures.dropFirst() {
      #expect(try service.call("chart/redo", params: ["chart": "spending"])["changed"] == true)
      #expect(try service.svg() == expected)
    }
    #expect(try service.call("chart/redo", params: ["chart": "spending"])["changed"] == false)
  }

  /// A quarter turn by hand about (320, 180), lifted in full swing.
  func drag(_ service: ChartService, from time: Double = 0) throws {
    let path: [(String, Double, Double)] = [
      ("down", 390, 180), ("move", 388, 200), ("move", 375, 225), ("move", 350, 243), ("move", 325, 250),
      ("up", 320, 250),
    ]
    for (index, (phase, x, y)) in path.enumerated() {
      _ = try service.call(
        "chart/pointer",
        params: [
          "chart": "spending", "phase": .string(phase), "x": JSON(x), "y": JSON(y),
          "time": JSON(time + 0.02 * Double(index)), "render": false,
        ])
    }
  }

  @Test("A drag with the spin that follows is one step")
  func gesture() throws {
    let service = try ChartService.prepared()
    let start = try service.svg()
    try drag(service)
    let dragged = try service.svg()
    #expect(dragged != start)
    for time in stride(from: 0.2, to: 20, by: 0.5) {
      _ = try service.call("chart/advance", params: ["chart": "spending", "time": JSON(time), "render": false])
    }
    let settled = try service.svg()
    #expect(settled != dragged, "it spins on")
    #expect(try service.call("chart/undo", params: ["chart": "spending"])["changed"] == true)
    #expect(try service.svg() == start)
    #expect(try service.call("chart/undo", params: ["chart": "spending"])["changed"] == false)
    _ = try service.call("chart/redo", params: ["chart": "spending"])
    #expect(try service.svg() == settled)
  }

  @Test("Two drags are two steps, and what another client does meanwhile is one more")
  func gestures() throws {
    let service = try ChartService.prepared()
    let first = try service.svg()
    try drag(service)
    let second = try service.svg()
    try drag(service, from: 10)
    _ = try service.call("chart/undo", params: ["chart": "spending"])
    #expect(try service.svg() == second)
    _ = try service.call("chart/undo", params: ["chart": "spending"])
    #expect(try service.svg() == first)

    func report(_ phase: String, _ x: Double, _ y: Double) throws {
      _ = try service.call(
        "chart/pointer",
        params: ["chart": "spending", "phase": .string(phase), "x": JSON(x), "y": JSON(y), "render": false])
    }
    var pictures = [first]
    try report("down", 390, 180)
    try report("move", 375, 225)
    pictures.append(try service.svg())
    _ = try service.call("chart/toggle", params: ["chart": "spending", "series": 1])
    pictures.append(try service.svg())
    try report("move", 320, 250)
    try report("up", 320, 250)
    #expect(try service.svg() != pictures[2])
    for expected in pictures.reversed() {
      _ = try service.call("chart/undo", params: ["chart": "spending"])
      #expect(try service.svg() == expected)
    }
  }

  @Test("What changes nothing is no step, and leaves what can be done again")
  func noSteps() throws {
    let service = try ChartService.prepared()
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 10])
    _ = try service.call("chart/undo", params: ["chart": "spending"])
    for (method, params) in [
      ("chart/tap", ["x": 1, "y": 1] as JSON), ("chart/hover", ["x": 360, "y": 120]), ("chart/advance", ["time": 4]),
      ("chart/rotate", ["by": 360]), ("chart/highlight", ["index": nil]), ("chart/reset", [:]),
      ("chart/key", ["key": "Escape"]),
      ("chart/hitTest", ["x": 1, "y": 1]), ("chart/animate", ["action": "stop"]),
    ] {
      let result = try service.call(method, params: params.merging(fully: ["chart": "spending"]))
      #expect(result["changed"] != true, "\(method)")
      #expect(result["revision"] == nil || result["revision"] == 3, "\(method)")
    }
    #expect(try service.call("chart/redo", params: ["chart": "spending"])["changed"] == true)
    _ = try service.call("chart/undo", params: ["chart": "spending"])
    _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 10])
    #expect(try service.call("chart/redo", params: ["chart": "spending"])["changed"] == false)
  }

  @Test("The history is bounded")
  func bounds() throws {
    var limits = ServiceLimits()
    limits.steps = 10
    let service = try ChartService.prepared(limits: limits)
    for _ in 0..<25 { _ = try service.call("chart/rotate", params: ["chart": "spending", "by": 1, "render": false]) }
    var count = 0
    while try service.call("chart/undo", params: ["chart": "spending"])["changed"] == true { count += 1 }
    #expect(count == 10)

    limits.steps = 1000
    limits.stepBytes = 2000
    let small = try ChartService.prepared(limits: limits)
    for number in 0..<50 {
      _ = try small.call("chart/update", params: ["chart": "spending", "patch": ["title": .string("\(number)")]])
    }
    count = 0
    while try small.call("chart/undo", params: ["chart": "spending"])["changed"] == true { count += 1 }
    #expect((1..<10).contains(count))
  }
}
