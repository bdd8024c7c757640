import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Introductions")
struct InitializeTests {
  @Test("The token stands where those look for it who decide before the call is carried out")
  func token() throws {
    let method = try ChartService.methods.method(named: Introduction.method)
    #expect(method.parameterNames.firstIndex(of: Introduction.member) == Introduction.position)
  }

  @Test("Where nobody asks for a token, one is passed over, and told to nobody")
  func passedOver() throws {
    let service = ChartService()
    let plain = try service.call("initialize", params: ["protocolVersion": "1.0"])
    #expect(try service.call("initialize", params: ["protocolVersion": "1.0", "token": "secret"]) == plain)
    #expect(!plain.text.contains("token"))
  }
}
