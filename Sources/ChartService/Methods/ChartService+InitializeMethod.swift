import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  static let initialize = Method<ServiceContext>(
    "initialize", summary: "Tells who calls and who answers.",
    documentation: """
      Nothing depends on this call: methods work without it. The versions count as in semantic versioning; a client that \
      speaks another first number than the server should stop here.
      """,
    params: InitializeParams.schema, result: InitializeResult.schema,
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
    result.limits = context.service.messageLimits.json.merging(patch: context.service.limits.json)
    return result
  }
}
