public import JSONModel

/// The methods that belong to the protocol rather than to a service. What they do to a client's connection is up to its
/// ``Peer``; here they are declared, so that they are documented like all others.
enum BuiltInMethod {
  struct CancelParams: Sendable {
    var id: JSON = .null

    static let schema = Schema<CancelParams>.object(
      "CancelParams", "Which request to cancel.", initial: CancelParams()
    ) {
      Property("id", \.id, .json(), "The id of the request", required: true)
    }
  }

  /// - Parameter document: Makes what `rpc.discover` returns.
  static func all<Context>(_ document: @escaping @Sendable (Context) -> JSON) -> [Method<Context>] {
    [
      Method(
        BuiltInMethodName.discover, summary: "Describes this service.",
        documentation: "The result is an OpenRPC 1.3 document, made from the declarations that decode the calls.",
        weight: .heavy, params: .empty, result: .anyObject(),
        examples: [
          MethodExample(
            "the document", params: [:], result: ["openrpc": .string(OpenRPCDocument.version)],
            compares: .members(["openrpc"]))
        ]
      ) { _, context in document(context) },
      Method(
        BuiltInMethodName.cancel, summary: "Cancels a request.",
        documentation: """
          A request that waits is answered with -32800 at once, one in a message of more than 64 KiB when its turn \
          comes, and one that runs as soon as its method notices. An unknown or answered id is ignored. Usually sent \
          as a notification, and in a message of at most 8 KiB: longer ones wait for their turn.
          """,
        params: CancelParams.schema, result: .null,
        examples: [MethodExample("a late cancel", params: ["id": 7], result: nil)]
      ) { _, _ in Empty() },
      Method(
        BuiltInMethodName.shutdown, summary: "Announces `exit`: from then on requests are refused with -32600.",
        params: .empty, result: .null, errors: [.invalidRequest],
        examples: [MethodExample("good bye", params: [:], result: nil)]
      ) { _, _ in Empty() },
      Method(
        BuiltInMethodName.exit, summary: "Ends the connection, and the process if it serves this client alone.",
        documentation: "Usually sent as a notification. The exit code is 0 after `shutdown`, otherwise 1.",
        params: .empty, result: .null,
        examples: [MethodExample("the end", params: [:], result: nil)]
      ) { _, _ in Empty() },
    ]
  }
}

/// No value: the parameters of a method that takes none, or the result of one that has nothing to say.
public struct Empty: Hashable, Sendable {
  public init() {}
}

extension Schema where Value == Empty {
  /// An object without members.
  public static let empty = Schema<Empty>.object("Empty", "Nothing.", initial: Empty()) {}

  /// `null`.
  public static let null = Schema<JSON>.json().map(
    expectation: "null",
    decode: { json throws(InvalidValue) in
      guard json.isNull else { throw InvalidValue(expected: "null", got: json) }
      return Empty()
    },
    encode: { _ in .null }
  ).annotated(["type": "null"])
}
