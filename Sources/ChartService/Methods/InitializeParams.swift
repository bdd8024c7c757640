import JSONModel

struct InitializeParams: Sendable {
  var protocolVersion = ""
  var clientInfo: JSON = [:]
  var capabilities: JSON = [:]

  static let schema = Schema.object("InitializeParams", "Who is calling.", initial: InitializeParams()) {
    Property(
      "protocolVersion", \.protocolVersion, .string(minLength: 1), "The protocol's version that the client speaks.",
      required: true)
    Property("clientInfo", \.clientInfo, .anyObject(), "The client's name and version.")
    Property("capabilities", \.capabilities, .anyObject(), "What the client can do; nothing depends on it yet.")
  }
}
