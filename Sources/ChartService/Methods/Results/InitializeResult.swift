import ChartModel
import JSONModel

struct InitializeResult: Sendable {
  var protocolVersion = ChartService.protocolVersion
  var serverInfo: JSON = ["name": "chart-kernel", "version": .string(ChartService.version)]
  var capabilities: JSON
  var limits: JSON = [:]

  init(kinds: ChartKinds = .standard) {
    capabilities = [
      "kinds": .array(kinds.names.map { .string($0) }), "formats": ["svg"],
      "notifications": ["chart/didCreate", "chart/didChange", "chart/didDelete"], "buffers": true,
    ]
  }

  static let schema = Schema.object("InitializeResult", "Who answers.", initial: InitializeResult()) {
    Property(
      "protocolVersion", \.protocolVersion, .string(),
      "The version that the server speaks; it speaks all before it with the same first number too.",
      required: true)
    Property("serverInfo", \.serverInfo, .anyObject(), "The server's name and version.", required: true)
    Property("capabilities", \.capabilities, .anyObject(), "What it can do.", required: true)
    Property("limits", \.limits, .anyObject(), "How much it takes; more gets the error -32004.", required: true)
  }
}
