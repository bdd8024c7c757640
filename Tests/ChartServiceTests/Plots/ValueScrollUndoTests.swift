import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Undo of scrolling along the values")
struct ValueScrollUndoTests {
  private func service(_ orientation: String, reverse: Bool) throws -> ChartService {
    try ChartService.with([
      "kind": "bar", "orientation": .string(orientation), "size": ["width": 320, "height": 240],
      "y": ["spacing": 60, "step": 5, "reverse": .bool(reverse)], "series": [["values": [5, 99, 40]]],
    ])
  }

  /// What is seen of the values, in full digits.
  private func seen(_ service: ChartService) throws -> JSON {
    let axis = try #require(try service.describe()["layout"]?["axes"]?["left"])
    return [axis["min"] ?? .null, axis["max"] ?? .null]
  }

  @Test(
    "Each step back is exactly where it was, and each step forward where it went, by wheel, drag and command",
    arguments: ["vertical", "horizontal"], [false, true])
  func everyStep(orientation: String, reverse: Bool) throws {
    let service = try service(orientation, reverse: reverse)
    let isLying = orientation == "horizontal"
    func ask(_ method: String, _ params: JSON) throws -> JSON {
      try service.call(method, params: (["chart": "plot", "render": false] as JSON).merging(fully: params))
    }
    var steps = [try seen(service)]
    var pictures = [try service.svg("plot")]
    func record() throws {
      steps.append(try seen(service))
      pictures.append(try service.svg("plot"))
    }
    _ = try ask("chart/scroll", ["to": "end"])
    try record()
    _ = try ask("chart/scroll", ["to": "start"])
    try record()
    // The content lies to the one side of what is seen first.
    let forth = isLying != reverse ? 1.0 : -1
    for distance in [33.3, 70.1, -20.7] {
      #expect(try ask("chart/scroll", ["by": JSON(forth * distance)])["changed"] == true, "\(distance)")
      try record()
    }
    // A drag is one step, whatever it passes on its way.
    let drag = [(160.0, 120.0), (160 - (isLying ? forth * 25 : 0), 120 - (isLying ? 0 : forth * 25))]
    _ = try ask("chart/pointer", ["phase": "down", "x": JSON(drag[0].0), "y": JSON(drag[0].1)])
    for share in [0.5, 1] {
      let (x, y) = (drag[0].0 + (drag[1].0 - drag[0].0) * share, drag[0].1 + (drag[1].1 - drag[0].1) * share)
      _ = try ask("chart/pointer", ["phase": "move", "x": JSON(x), "y": JSON(y)])
    }
    _ = try ask("chart/pointer", ["phase": "up", "x": JSON(drag[1].0), "y": JSON(drag[1].1)])
    try record()
    #expect(Set(steps.map(\.text)).count == steps.count - 1, "the first is where start is")
    for index in steps.indices.dropLast().reversed() {
      #expect(try ask("chart/undo", [:])["changed"] == true)
      #expect(try seen(service) == steps[index] && service.svg("plot") == pictures[index], "back to \(index)")
    }
    #expect(try ask("chart/undo", [:])["changed"] == false)
    for index in steps.indices.dropFirst() {
      #expect(try ask("chart/redo", [:])["changed"] == true)
      #expect(try seen(service) == steps[index] && service.svg("plot") == pictures[index], "on to \(index)")
    }
    #expect(try ask("chart/redo", [:])["changed"] == false)
  }
}
