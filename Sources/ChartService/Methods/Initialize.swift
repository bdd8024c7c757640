import ChartModel
import JSONModel
import JSONRPC
import SharedMemory

struct InitializeParams: Sendable {
  var protocolVersion = ""
  var clientInfo: JSON = [:]
  var capabilities: JSON = [:]
  /// Looked at before a call comes here, and never after: see `Doorkeeper`.
  var token: String?

  static let schema = Schema.object("InitializeParams", "Who is calling.", initial: InitializeParams()) {
    Property(
      "protocolVersion", \.protocolVersion, .string(minLength: 1), "The protocol's version that the client speaks.",
      required: true)
    Property("clientInfo", \.clientInfo, .anyObject(), "The client's name and version.")
    Property("capabilities", \.capabilities, .anyObject(), "What the client can do; nothing depends on it yet.")
    Property(
      "token", \.token, .optional(.string()),
      "The server's token, where it asks for one: over TCP. It counts for this connection, until that ends.")
  }
}

struct InitializeResult: Sendable {
  var protocolVersion = ChartService.protocolVersion
  var serverInfo: JSON = ["name": "chart-kernel", "version": .string(ChartService.version)]
  var capabilities: JSON
  var limits: JSON = [:]

  init(kinds: ChartKinds = .standard) {
    capabilities = [
      "kinds": .array(kinds.names.map { .string($0) }),
      "formats": .array(PictureFormat.allCases.map { .string($0.rawValue) }),
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

extension ChartService {
  static let initialize = Method<ServiceContext>(
    "initialize", summary: "Tells who calls and who answers.",
    documentation: """
      Nothing depends on this call where no token is asked for: methods work without it. Where one is, over TCP, every call \
      gets the error -32003 until this one has brought it; a batch may have it among its calls. The versions count as in semantic versioning; a client that \
      speaks another first number than the server should stop here. `capabilities.formats` are those that chart/render \
      knows: whether the library is there that draws png and pdf is found out when they are asked for, and told then.
      """,
    params: InitializeParams.schema, result: InitializeResult.schema,
    errors: [.notAuthorized],
    examples: [
      MethodExample(
        "the first call", params: ["protocolVersion": "1.0", "clientInfo": ["name": "demo", "version": "1"]],
        result: [
          "protocolVersion": "1.0", "serverInfo": ["name": "chart-kernel", "version": .string(version)],
          "capabilities": InitializeResult().capabilities, "limits": ["depth": 128],
        ], compares: .members(["protocolVersion", "serverInfo", "capabilities", "limits.depth"]))
    ]
  ) { _, context throws(RPCError) in
    var result = InitializeResult(kinds: context.service.kinds)
    if let path = context.service.memorySocket {
      result.capabilities = result.capabilities.setting(
        "memory", ["socket": .string(path), "copies": .bool(MappedMemory.canCopy)])
    }
    result.limits = context.service.messageLimits.json.merging(patch: context.service.limits.json)
    if let memory = context.service.memory { result.limits = result.limits.setting("memory", .integer(memory.limit)) }
    return result
  }
}
