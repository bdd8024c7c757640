import ChartService
import JSONModel
import ServiceTestSupport
import Testing

@Suite("What moves by itself says so")
struct MovingTests {
  @Test("P10: a spin is moving from the release until it has settled, and nothing else is")
  func spin() throws {
    let service = try ChartService.prepared()
    func call(_ method: String, _ params: JSON) throws -> JSON {
      try service.call(method, params: params.merging(fully: ["chart": "spending", "render": false]))
    }
    #expect(try call("chart/tap", ["x": 390, "y": 180])["moving"] == nil)
    let places = [(390.0, 180.0), (380, 220), (360, 240)]
    for (index, (x, y)) in places.enumerated() {
      let result = try call(
        "chart/pointer",
        ["phase": index == 0 ? "down" : "move", "x": JSON(x), "y": JSON(y), "time": JSON(0.02 * Double(index))])
      #expect(result["moving"] == nil)
    }
    #expect(try call("chart/pointer", ["phase": "up", "x": 360, "y": 240, "time": 0.05])["moving"] == true)
    let first = try call("chart/advance", ["time": 0.1])
    #expect(first["moving"] == true)
    let last = try call("chart/advance", ["time": 3600])
    #expect(last["moving"] == nil)
    #expect(last["events"]?.arrayValue?.contains { $0["type"] == "settled" } == true)
  }
}
