import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@testable import ChartService

@Suite("Pictures in other formats than SVG")
struct PictureFormatTests {
  private static let pie: JSON = [
    "kind": "pie", "slices": [["label": "A", "value": 1], ["label": "B", "value": 3]],
  ]

  private func service(memory: MemoryCeiling? = nil) throws -> ChartService {
    let service = ChartService(memory: memory)
    _ = try service.call("chart/create", params: ["spec": Self.pie, "chart": "a", "render": false])
    return service
  }

  @Test("Each is in the member of its name, and nothing else is", arguments: PictureFormat.allCases)
  func members(format: PictureFormat) throws {
    let picture = try service().call("chart/render", params: ["chart": "a", "format": .string(format.rawValue)])
    for other in PictureFormat.allCases {
      let text = picture[other.rawValue]?.stringValue ?? ""
      #expect(text.isEmpty == (other != format), "\(other)")
    }
    #expect(picture["revision"] == 1 && picture["warnings"] == nil)
  }

  @Test("They are made by a task, whatever the chart: others don't wait meanwhile", arguments: PictureFormat.allCases)
  func weights(format: PictureFormat) async throws {
    let service = try service()
    for params in [["chart": "a", "format": .string(format.rawValue)], ["a", nil, .string(format.rawValue)]] as [JSON] {
      let peer = service.makePeer()
      let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": "chart/render", "params": params]
      #expect((peer.receive(request.bytes, buffers: []) != nil) == (format == .svg))
      while !peer.isIdle {
        _ = peer.nextOutgoing()
        await Task.yield()
      }
    }
  }

  @Test("What nobody waits for any more is not made", arguments: ["png", "pdf", "html"])
  func cancelled(format: String) throws {
    let service = try service()
    let cancellation = Cancellation()
    cancellation.cancel()
    let fault = #expect(throws: RPCError.self) {
      try service.call("chart/render", params: ["chart": "a", "format": .string(format)], cancellation: cancellation)
    }
    #expect(fault?.code == .cancelled)
  }

  @Test("A PNG for which there is no memory is refused; a small one is made")
  func memory() throws {
    let service = try service(memory: MemoryCeiling(limit: 40 << 20) { 1 << 20 })
    _ = try service.call("chart/render", params: ["chart": "a", "format": "png"])
    let fault = try service.error("chart/render", ["chart": "a", "format": "png", "scale": 8])
    #expect(fault.code == .limitExceeded)
  }

  @Test("A scale is for png and pdf alone, and none that is too small or large", arguments: [0, -1, 0.05, 17, 1e9])
  func scales(scale: Double) throws {
    let service = try service()
    for format in ["png", "pdf", "svg", "html"] {
      let fault = try service.error("chart/render", ["chart": "a", "format": .string(format), "scale": JSON(scale)])
      #expect(fault.code == .invalidParams && fault.data?["path"] == "scale")
    }
    for format in ["svg", "html"] {
      let fault = try service.error("chart/render", ["chart": "a", "format": .string(format), "scale": 2])
      #expect(fault.code == .invalidParams && fault.data?["path"] == "scale")
    }
  }

  @Test("A picture shows the chart as it is now, and is the same for the same revision")
  func states() throws {
    let service = try service()
    for format in ["png", "pdf", "html"] {
      let params: JSON = ["chart": "a", "format": .string(format)]
      let first = try service.call("chart/render", params: params)
      #expect(try service.call("chart/render", params: params) == first)
      _ = try service.call("chart/tap", params: ["chart": "a", "x": 360, "y": 200])
      #expect(try service.call("chart/render", params: params)[format] != first[format])
      _ = try service.call("chart/undo", params: ["chart": "a"])
    }
  }
}
