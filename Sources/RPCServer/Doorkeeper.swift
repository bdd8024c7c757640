public import JSONRPC
import Synchronization

extension RPCRouter {
  /// Whom a router listens to.
  public enum Access: Sendable {
    /// Whoever can connect: for sockets that only their owner can open, and for those who want it so.
    case everybody
    /// Clients that give this token in `initialize`, before anything else.
    case token(AccessToken)
    /// Clients whose keys are listed. It needs an encrypted connection.
    case keys(ClientKeyFile)
  }
}

/// Decides whether a router listens to a client that it does not know yet.
///
/// What is decided counts for a *connection*, and not for the name that the ROUTER knows its peer by: a name proves nothing
/// but that nobody else who is connected has it. A client chooses it freely, a handmade one also among those that libzmq makes
/// up, and gets that of any client that has gone. So ``RPCRouter`` keeps with each client it knows the connection by which that
/// was let in, and asks here about every message that comes under its name by another.
///
/// Nothing is kept of those who are refused but how often they have guessed, for as long as they are connected.
final class Doorkeeper: Sendable {
  enum Verdict {
    case admitted
    /// The answer, if the message has one.
    case refused([UInt8]?)
  }

  /// After so many wrong tokens a connection is not listened to any more. Of 2²⁵⁶ nobody guesses the right one; but whoever
  /// tries is not to be worked for.
  private static let guesses = 5

  private let access: RPCRouter.Access
  /// How many wrong tokens have come by a connection.
  private let wrong = Mutex<[Int32: Int]>([:])

  init(_ access: RPCRouter.Access) { self.access = access }

  /// The listed keys, if there is a list.
  var keys: ClientKeyFile? {
    if case .keys(let keys) = access { keys } else { nil }
  }

  /// - Parameters:
  ///   - message: The client's message, without its buffers.
  ///   - connection: Its descriptor; `nil` where the system does not tell, which no token helps.
  ///   - user: Whom ``Admission`` took the client for.
  func judge(_ message: [UInt8], from connection: Int32?, user: String?) -> Verdict {
    switch access {
    case .everybody: .admitted
    case .keys(let keys): keys.lists(user: user) ? .admitted : refusal(of: Introduction(parsing: message), .revokedKey)
    case .token(let token): judge(Introduction(parsing: message), from: connection, by: token)
    }
  }

  private func judge(_ message: Introduction, from connection: Int32?, by token: AccessToken) -> Verdict {
    guard let given = message.token, let connection else { return refusal(of: message, .noToken) }
    guard wrong.withLock({ $0[connection, default: 0] }) < Self.guesses else {
      return refusal(of: message, .tooManyTokens)
    }
    guard token.matches(given) else {
      wrong.withLock { $0[connection, default: 0] += 1 }
      return refusal(of: message, .wrongToken)
    }
    return .admitted
  }

  private func refusal(of message: Introduction, _ error: RPCError) -> Verdict { .refused(message.refusal(error)) }

  /// Forgets the guesses of connections that have ended, before others get their descriptors.
  func forget(_ connections: Set<Int32>) {
    wrong.withLock { wrong in
      for connection in connections { wrong[connection] = nil }
    }
  }
}

extension RPCError {
  private static let whereToFind = "`chart-kernel list --json` tells it to who started the server"

  fileprivate static let noToken = notAuthorized(
    "this server asks for a token; give it as 'token' in 'initialize', before all else (\(whereToFind))")
  fileprivate static let wrongToken = notAuthorized("this is not the server's token (\(whereToFind))")
  fileprivate static let tooManyTokens = notAuthorized(
    "too many wrong tokens came by this connection; connect again (\(whereToFind))")
  fileprivate static let revokedKey = notAuthorized("the client's key is no longer among those that may connect")
}
