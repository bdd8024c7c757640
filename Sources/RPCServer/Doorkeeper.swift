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
/// Nothing is kept of those who are refused but how much they have asked and guessed, for as long as they are connected.
final class Doorkeeper: Sendable {
  enum Verdict {
    case admitted
    /// The answer, if the message has one.
    case refused([UInt8]?)
    /// Who asks so much without being let in is not listened to any more.
    case unwanted
  }

  /// After so many wrong tokens a connection is not listened to any more. Of 2²⁵⁶ nobody guesses the right one; but whoever
  /// tries is not to be worked for.
  private static let guesses = 5
  /// So many requests are refused in words, and messages of so many bytes read for that: who is refused a few times knows, and
  /// more would be work, and memory where nobody reads the answers.
  private static let refusals = 500
  private static let byteCount = 128 << 10

  /// What has come by a connection of somebody who is not let in.
  private struct Record: Sendable {
    var wrongTokens = 0
    var refusals = 0
    var byteCount = 0

    var isTooMuch: Bool { refusals > Doorkeeper.refusals || byteCount > Doorkeeper.byteCount }
  }

  private let access: RPCRouter.Access
  private let records = Mutex<[Int32: Record]>([:])

  init(_ access: RPCRouter.Access) { self.access = access }

  /// The listed keys, if there is a list.
  var keys: ClientKeyFile? {
    if case .keys(let keys) = access { keys } else { nil }
  }

  /// Who is not let in.
  var strangers: Strangers.Kind {
    switch access {
    case .everybody: .none
    case .token: .withoutToken
    case .keys: .withoutKey
    }
  }

  /// - Parameters:
  ///   - message: The beginning of the client's message, as far as it is read.
  ///   - size: Bytes of the whole message.
  ///   - connection: Its descriptor; `nil` where the system does not tell, which no token helps.
  ///   - user: Whom ``Admission`` took the client for.
  func judge(
    _ message: @autoclosure () -> [UInt8], size: Int, from connection: Int32?, user: String?
  ) -> Verdict {
    switch access {
    case .everybody: return .admitted
    case .keys(let keys):
      if keys.lists(user: user) { return .admitted }
      guard listens(to: connection, size) else { return .unwanted }
      return refusal(of: Introduction(parsing: message()), from: connection, .revokedKey)
    case .token(let token):
      guard listens(to: connection, size) else { return .unwanted }
      return judge(Introduction(parsing: message()), from: connection, by: token)
    }
  }

  private func judge(_ message: Introduction, from connection: Int32?, by token: AccessToken) -> Verdict {
    guard let given = message.token, let connection else { return refusal(of: message, from: connection, .noToken) }
    guard records.withLock({ $0[connection]?.wrongTokens ?? 0 }) < Self.guesses else {
      return refusal(of: message, from: connection, .tooManyTokens)
    }
    guard token.matches(given) else {
      records.withLock { $0[connection, default: Record()].wrongTokens += 1 }
      return refusal(of: message, from: connection, .wrongToken)
    }
    return .admitted
  }

  /// Whether one more message is read, before it is.
  private func listens(to connection: Int32?, _ size: Int) -> Bool {
    guard let connection else { return true }
    return records.withLock { records in
      let before = records[connection, default: Record()]
      records[connection, default: Record()].byteCount = before.byteCount.addingReportingOverflow(size).partialValue
      return !before.isTooMuch
    }
  }

  private func refusal(of message: Introduction, from connection: Int32?, _ error: RPCError) -> Verdict {
    if let connection { records.withLock { $0[connection, default: Record()].refusals += message.count } }
    return .refused(message.refusal(error))
  }

  /// Reads nothing more that comes by a connection.
  func stopListening(to connection: Int32) {
    records.withLock { $0[connection, default: Record()].refusals = Self.refusals + 1 }
  }

  /// Forgets what connections have done that have ended, before others get their descriptors.
  func forget(_ connections: Set<Int32>) {
    records.withLock { records in
      for connection in connections { records[connection] = nil }
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
