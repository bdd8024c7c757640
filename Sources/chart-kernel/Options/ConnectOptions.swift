import ArgumentParser
import JSONRPC
import RPCServer
import ZeroMQ

/// For the commands that can join a kernel or server that runs.
struct ConnectOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Joins a kernel or server that runs, instead of having charts of its own.",
      discussion: """
        An endpoint, or what `chart-kernel list` shows: a process, a notebook; or a Jupyter kernel's connection file.
        """, valueName: "server"))
  var connect: String?

  @Option(
    help: ArgumentHelp("The server's public CURVE key in Z85, if its connections are encrypted.", valueName: "key"))
  var serverKey: String?

  /// The way there; `nil` if none is wanted.
  /// - Throws: ``ProgramFault``, with what to do.
  func bridge() throws -> RPCBridge? {
    guard let connect else { return nil }
    do {
      let address = try ServerAddress(connect)
      let key = try (serverKey ?? address.serverKey).map { try CurveKey(z85: $0) }
      return try RPCBridge(to: address.endpoint, serverKey: key)
    } catch {
      throw ProgramFault("--connect", "\(error)")
    }
  }
}
