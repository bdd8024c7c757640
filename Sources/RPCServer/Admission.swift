import POSIX
import Synchronization
import ZeroMQ

/// Lets newcomers in once those who have left are forgotten: all of them, or those whose keys are listed.
///
/// A ROUTER knows its peers by name, and DEALERs may choose theirs. libzmq (4.3, `router_t::identify_peer`) can do two things
/// with a newcomer whose name is taken. With ZMQ_ROUTER_HANDOVER it gets the name, also that of a client that lives, which is
/// not told and hears nothing more. Without, the newcomer itself is never heard, not even once the name is free: its name was
/// read, and nothing makes libzmq look at it again. The latter keeps every client that lives safe, and is what is set here. But
/// libzmq takes its time to let go of a name: the connection's end goes from the I/O thread to the socket and back, behind all
/// that the client had sent. A client that came back meanwhile was lost, about one in ten of those that come back at once.
///
/// So nobody is let in before that has happened. libzmq asks its authenticator (ZAP, RFC 27) about every connection, and goes
/// on with the handshake when that has answered; a client sends nothing before. Who has a key that is not listed is told no at
/// once. (Where keys are listed, connections are encrypted: libzmq itself ends those that are not, and has seen the client prove
/// that it has the secret key, too.) The others are told yes, and with it what they are called from now on, after a moment, in
/// which the end of an earlier connection is noticed: 20 ms; up to 200 while somebody stays who was there before and has a name
/// of his own; and for some seconds if his connection has ended and libzmq has not got to its end, since what he had sent waits
/// before it. Then the socket must have nothing left to look at. Its part in forgetting a name goes to the I/O thread ahead of
/// the answer, and so libzmq forgets it before the newcomer says its name. (There must be one I/O thread.)
///
/// What remains: a client whose connection broke without an end, as when a cable is pulled, has its name until its silence is
/// noticed, and one that comes by that name before is not heard until it connects again.
final class Admission: Sendable {
  /// Names the authenticator's part; what isn't empty has libzmq ask also where connections are not encrypted.
  static let domain = "rpc"

  /// How long to wait before looking whether clients with names of their own have left, and how often. The end of a connection
  /// may be under way for long: a client's library closes it in threads of its own, and may have opened the next one before.
  private static let delay = Duration.milliseconds(20)
  private static let lookCount = 10
  /// How long a flood of messages may keep newcomers out, and how many times as long the messages of somebody who has left.
  private static let patience = Duration.seconds(1)
  private static let leavingPatience = 5

  private struct State: Sendable {
    var router: Channel?
    var count: UInt64 = 0
    /// Those who are to be let in, by their numbers, and what each is called.
    var waiting: [UInt64: (AuthenticationRequest, user: String)] = [:]
  }

  private let keys: ClientKeyFile?
  private let strangers: Strangers
  private let named: @Sendable () -> Set<Int32>
  private let willAdmit: @Sendable (Channel) -> Void
  private let state = Mutex(State())

  /// Opens the authenticator, of which there is one in a context. Call it before the socket that asks it is bound.
  /// - Parameters:
  ///   - keys: Who may connect; `nil` for everybody.
  ///   - strangers: Says how many may come.
  ///   - named: The connections of those who have names of their own.
  ///   - willAdmit: Called on the loop's thread before newcomers are let in to the socket.
  /// - Throws: ``ZeroMQError``, with `.addressInUse` where the loop's context has one.
  init(
    on loop: SocketLoop, keys: ClientKeyFile?, strangers: Strangers, named: @escaping @Sendable () -> Set<Int32>,
    willAdmit: @escaping @Sendable (Channel) -> Void
  ) throws(ZeroMQError) {
    self.keys = keys
    self.strangers = strangers
    self.named = named
    self.willAdmit = willAdmit
    try loop.authenticate { [self, weak loop] request in
      if let loop { receive(request, in: loop) }
    }
  }

  /// Tells for which socket it works, before the loop is started.
  func open(_ router: Channel) {
    state.withLock { $0.router = router }
  }

  private func receive(_ request: AuthenticationRequest, in loop: SocketLoop) {
    guard let user = user(of: request) else { return request.answer(.refused("the client's key is not listed")) }
    let isInLine = strangers.enter { [self, weak loop] in
      if let loop { receive(request, from: user, in: loop) }
    }
    if !isInLine { request.answer(.notNow("too many clients come")) }
  }

  /// Lets somebody in for whom there is room, once those who have left are forgotten.
  private func receive(_ request: AuthenticationRequest, from user: String, in loop: SocketLoop) {
    let number = state.withLock { state in
      state.count += 1
      state.waiting[state.count] = (request, user)
      return state.count
    }
    // The first one of all comes after nobody but those who went before they said who they are, whose ends have been told when
    // this one asks.
    if number == 1 {
      state.withLock { $0.router }?.whenConnectionsDrained { [self] in admit(number) }
      return
    }
    look(for: number, behind: named(), left: Self.lookCount, in: loop)
    admit(number, after: Self.leavingPatience, in: loop)
  }

  /// Lets somebody in whatever others have sent.
  /// - Parameter patience: How many times to wait for those who are leaving.
  private func admit(_ number: UInt64, after patience: Int, in loop: SocketLoop) {
    loop.schedule(after: Self.patience) { [self, weak loop] in
      guard let loop, state.withLock({ $0.waiting[number] != nil }) else { return }
      if patience > 1, isLeaving(named()) { return admit(number, after: patience - 1, in: loop) }
      // Not even a flood lets somebody in before it is known whose connections have ended: he may have got a descriptor of
      // theirs.
      state.withLock { $0.router }?.whenConnectionsDrained { [self] in admit(number) }
    }
  }

  /// Whether the other side has ended one of these connections. libzmq may not know: while what a client has sent waits, it reads
  /// nothing more from it, not even its end.
  private func isLeaving(_ connections: Set<Int32>) -> Bool {
    let ends = connections.map { (FileDescriptor($0), events: FileDescriptor.hangup) }
    return FileDescriptor.poll(ends, milliseconds: 0) != nil
  }

  /// What a client is to be called; `nil` if it may not connect.
  private func user(of request: AuthenticationRequest) -> String? {
    guard let keys else { return "" }
    guard request.mechanism == "CURVE", let key = request.credentials.first.flatMap({ CurveKey(bytes: $0) }) else {
      return nil
    }
    return keys.user(key)
  }

  /// - Parameters:
  ///   - clients: Those who were there before.
  ///   - left: How often to look.
  private func look(for number: UInt64, behind clients: Set<Int32>, left: Int, in loop: SocketLoop) {
    loop.schedule(after: Self.delay) { [self, weak loop] in
      let (isWaiting, router) = state.withLock { ($0.waiting[number] != nil, $0.router) }
      guard isWaiting, let loop, let router else { return }
      let staying = clients.intersection(named())
      guard staying.isEmpty || (left <= 1 && !isLeaving(staying)) else {
        return look(for: number, behind: staying, left: max(left - 1, 1), in: loop)
      }
      router.whenDrained { [self] in admit(number) }
    }
  }

  private func admit(_ number: UInt64) {
    let (waiting, router) = state.withLock { ($0.waiting.removeValue(forKey: number), $0.router) }
    guard let (request, user) = waiting, let router else { return }
    willAdmit(router)
    request.answer(.accepted(user: user))
  }
}
