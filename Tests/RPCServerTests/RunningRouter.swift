import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import ZeroMQ

@testable import RPCServer

/// A router with a service, which end with it.
final class RunningRouter {
  let service = ChartService()
  let context: Context
  let loop: SocketLoop
  let router: RPCRouter

  init(
    _ endpoint: String = "tcp://127.0.0.1:*", limits: RPCRouter.Limits = .init(), secretKey: CurveKey? = nil,
    access: RPCRouter.Access = .everybody
  ) throws {
    context = try Context()
    loop = try SocketLoop(context: context, name: "router")
    router = try RPCRouter(
      endpoint: endpoint, on: loop, limits: limits, secretKey: secretKey, access: access
    ) { [service] client in
      service.makePeer(takesNotifications: !client.hasDelimiter)
    }
    _ = try service.call("chart/create", params: preparation)
    try loop.start()
  }

  func stop() {
    loop.stop()
    router.close()
  }

  deinit { stop() }

  /// A client's socket.
  func client(_ type: SocketType = .dealer, identity: [UInt8] = []) throws -> Socket {
    let options = SocketOptions { options in
      options.linger = .zero
      options.identity = identity
    }
    let socket = try Socket(type, in: context, options: options)
    try socket.connect(router.endpoint)
    return socket
  }
}

/// A socket that stands in an array.
final class HeldSocket {
  let socket: Socket
  init(_ socket: consuming Socket) { self.socket = socket }
}

/// A request's text.
func request(_ id: Int, _ method: String, _ params: JSON = [:]) -> [UInt8] {
  (["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params] as JSON).bytes
}

/// The next message, and of how many frames it is.
func answer(_ socket: borrowing Socket) throws -> (json: JSON, frames: Int) {
  let message = try #require(try socket.receive(timeout: .seconds(20)))
  return (try JSON(parsing: message.frames[message.frames.count - 1]), message.frames.count)
}

/// Calls the system with the address of a local socket.
func withAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

/// Has a client told of changes.
func subscribe(_ client: borrowing Socket) throws {
  try client.send(Message([request(1, "session/subscribe", ["render": false])]))
  #expect(try answer(client).json["id"] == 1)
}

/// Sends what makes a change.
func sendRotation(_ id: Int, by angle: JSON = 5, from client: borrowing Socket) throws {
  try client.send(Message([request(id, "chart/rotate", ["chart": "spending", "by": angle, "render": false])]))
}

/// Makes a change, and waits for its answer.
func rotate(_ id: Int, by angle: JSON = 5, from client: borrowing Socket) throws {
  try sendRotation(id, by: angle, from: client)
  #expect(try answer(client).json["id"] == .integer(id))
}
