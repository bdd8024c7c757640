import ArgumentParser
import JSONRPC
import Logging
import RPCServer
import ZeroMQ

/// Who may connect to a server, and how.
struct AccessOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A file with the server's secret CURVE key in Z85, to encrypt the connection.", valueName: "file"))
  var curveSecretKeyFile: String?

  @Option(
    help: ArgumentHelp(
      "A file with the public CURVE keys of the clients that may connect, one a line, with a name behind it if wanted.",
      discussion: "It is read again when it has changed. Who is in it needs no token.", valueName: "file"))
  var curveClientKeysFile: String?

  @Flag(
    name: .customLong("no-token"), help: "Asks for no token over TCP: every user of this machine may do everything.")
  var asksForNoToken = false

  /// The server's own key, to encrypt connections.
  func secretKey() throws -> CurveKey? { try curveSecretKeyFile.map(CurveKeyFile.secretKey) }

  /// Whom a server listens to. Where others could connect it is those with a listed key, or else with a new token: a server's
  /// public key is no secret.
  func access(isTCP: Bool, log: Logger) throws -> RPCRouter.Access {
    if let curveClientKeysFile {
      do throws(ClientKeyFault) {
        return .keys(try ClientKeyFile(path: curveClientKeysFile) { log.warning("\($0)") })
      } catch {
        throw ValidationError(error.message)
      }
    }
    return isTCP && !asksForNoToken ? .token(.random()) : .everybody
  }
}

extension RPCRouter.Access {
  /// What clients are to give, if that is asked for.
  var token: AccessToken? {
    if case .token(let token) = self { token } else { nil }
  }
}
