import Foundation
import JSONModel
import Testing

/// A client that speaks ZeroMQ's protocol (ZMTP 3.0, without encryption) by hand, and so says its name when it likes, and has
/// whatever name it likes.
final class HandmadeClient {
  private let descriptor: Int32

  init() { descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }

  /// One that is connected.
  convenience init(to endpoint: String) throws {
    self.init()
    try connect(to: endpoint)
  }

  /// Connects, and goes on until the server has let it in.
  func connect(to endpoint: String) throws {
    let isLetIn = try tryToConnect(to: endpoint)
    try #require(isLetIn)
  }

  /// Connects.
  /// - Returns: Whether the server has let it in.
  func tryToConnect(to endpoint: String) throws -> Bool {
    let port = try #require(endpoint.split(separator: ":").last.flatMap { UInt16($0) })
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0)
    let mechanism = Array("NULL".utf8) + [UInt8](repeating: 0, count: 16)
    write([0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 0] + mechanism + [UInt8](repeating: 0, count: 32))
    _ = try #require(read(64, seconds: 20))
    // The server's READY, which it says once its authenticator has let the client in.
    return frame(seconds: 20) != nil
  }

  deinit { close(descriptor) }

  /// Ends the connection. The descriptor stays taken.
  func disconnect() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Says its name, with which the connection is there.
  func say(name: [UInt8]) {
    func property(_ key: String, _ value: [UInt8]) -> [UInt8] {
      [UInt8(key.utf8.count)] + Array(key.utf8) + [0, 0, 0, UInt8(value.count)] + value
    }
    let body = [5] + Array("READY".utf8) + property("Socket-Type", Array("DEALER".utf8)) + property("Identity", name)
    write([4, UInt8(body.count)] + body)
  }

  func send(_ message: [UInt8]) {
    write(message.count < 256 ? [0, UInt8(message.count)] + message : [2] + size(message.count) + message)
  }

  /// Whether the server ends the connection in time, whatever it sends before.
  func isEnded(seconds: Double) -> Bool {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    let end = ContinuousClock.now + .seconds(seconds)
    while .now < end {
      var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&item, 1, 100) > 0 else { continue }
      if Glibc.read(descriptor, &part, part.count) <= 0 { return true }
    }
    return false
  }

  /// The next message; `nil` if there is none in time.
  func receive(seconds: Double) throws -> JSON? {
    while let (flags, body) = frame(seconds: seconds) {
      // Commands are ZeroMQ's own.
      if flags & 4 == 0 { return try JSON(parsing: body) }
    }
    return nil
  }

  private func size(_ count: Int) -> [UInt8] { withUnsafeBytes(of: UInt64(count).bigEndian) { Array($0) } }

  private func frame(seconds: Double) -> (flags: UInt8, body: [UInt8])? {
    guard let flags = read(1, seconds: seconds)?.first else { return nil }
    let isLong = flags & 2 != 0
    guard let size = read(isLong ? 8 : 1, seconds: seconds) else { return nil }
    return read(size.reduce(0) { $0 << 8 | Int($1) }, seconds: seconds).map { (flags, $0) }
  }

  private func write(_ bytes: [UInt8]) {
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  private func read(_ count: Int, seconds: Double) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&item, 1, Int32(seconds * 1000)) > 0 else { return nil }
      var part = [UInt8](repeating: 0, count: count - bytes.count)
      let got = Glibc.read(descriptor, &part, part.count)
      guard got > 0 else { return nil }
      bytes += part[..<got]
    }
    return bytes
  }
}
