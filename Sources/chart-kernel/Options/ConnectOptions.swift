import ArgumentParser
import JSONRPC
import POSIX
import RPCServer
import ZeroMQ

/// For the commands that can join a kernel or server that runs.
struct ConnectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Joins a kernel or server that runs, instead of having charts of its own.",
      discussion: """
        An endpoint, or what `chart-kernel list` shows: a process, a notebook; or a Jupyter kernel's connection file. The token \
        of a server elsewhere is given behind its endpoint (tcp://127.0.0.1:5555?token=…), or in $CHART_KERNEL_TOKEN, which \
        unlike a command others can't see; those in the list tell theirs.
        """, valueName: "server"))
  var connect: String?

  // Unconditional, since one key in 83 begins with a hyphen.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The server's public CURVE key in Z85, if its connections are encrypted.", valueName: "key"))
  var serverKey: String?

  @Option(
    help: ArgumentHelp(
      "A file with your own secret CURVE key in Z85, for a server that knows its clients by their keys.",
      valueName: "file"))
  var curveSecretKeyFile: String?

  /// The variable that holds the token of a server that is not in the list.
  private static let tokenVariable = "CHART_KERNEL_TOKEN"

  /// The way there; `nil` if none is wanted.
  /// - Throws: ``ProgramFault``, with what to do.
  func bridge() throws -> RPCBridge? {
    guard let connect else { return nil }
    let keys = try curveSecretKeyFile.map { try CurveKeyPair(secretKey: CurveKeyFile.secretKey($0)) }
    do {
      let address = try ServerAddress(connect)
      let key = try (serverKey ?? address.serverKey).map { try CurveKey(z85: $0) }
      let variable = ProcessEnvironment.value(Self.tokenVariable).flatMap { $0.isEmpty ? nil : AccessToken($0) }
      // A socket of one's own asks for none, and need not hear of it.
      let token = address.token ?? (address.endpoint.hasPrefix("tcp://") ? variable : nil)
      return try RPCBridge(to: address.endpoint, serverKey: key, keys: keys, token: token)
    } catch {
      throw ProgramFault("--connect", "\(error)")
    }
  }
}
