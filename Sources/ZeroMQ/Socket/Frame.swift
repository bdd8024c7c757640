internal import CZeroMQ

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// One frame of a message: bytes.
///
/// Of a large frame that was received the bytes stay where libzmq has put them, and are copied only when somebody asks for
/// them, on that one's thread: ten megabytes take some milliseconds, in which a loop has others to serve.
public struct Frame: Hashable, Sendable {
  /// From so many bytes on a frame is large. Copying fewer takes a tenth of a millisecond.
  static let largeByteCount = 256 << 10

  private enum Storage: Sendable {
    case bytes([UInt8])
    case received(ReceivedFrame)
  }

  private let storage: Storage

  public init(_ bytes: [UInt8]) { storage = .bytes(bytes) }

  init(_ received: ReceivedFrame) { storage = .received(received) }

  public var count: Int {
    switch storage {
    case .bytes(let bytes): bytes.count
    case .received(let frame): frame.count
    }
  }

  public var isEmpty: Bool { count == 0 }

  /// - Complexity: O(1), but O(*n*) each time for a large frame that was received.
  public var bytes: [UInt8] {
    switch storage {
    case .bytes(let bytes): bytes
    case .received(let frame): frame.prefix(frame.count)
    }
  }

  /// The first bytes, at most so many.
  public func prefix(_ count: Int) -> [UInt8] {
    switch storage {
    case .bytes(let bytes): bytes.count <= count ? bytes : Array(bytes.prefix(count))
    case .received(let frame): frame.prefix(count)
    }
  }

  public static func == (left: Frame, right: Frame) -> Bool { left.bytes == right.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// A frame as libzmq has received it.
///
/// `@unchecked Sendable`: after `init` the message is only read, which zmq_msg_data and memcpy do without a change of it:
/// it is neither sent on nor copied by libzmq. Who lets go of this object last closes it, on whatever thread, as libzmq
/// lets them.
final class ReceivedFrame: @unchecked Sendable {
  private let message: UnsafeMutablePointer<zmq_msg_t>
  let count: Int

  /// Takes the bytes over; the message is empty afterwards.
  init(taking source: UnsafeMutablePointer<zmq_msg_t>) {
    message = .allocate(capacity: 1)
    message.initialize(to: zmq_msg_t())
    zmq_msg_init(message)
    zmq_msg_move(message, source)
    count = zmq_msg_size(message)
  }

  deinit {
    guard count > Self.slowByteCount else { return Self.close(message) }
    // Whoever lets go of it last may be a loop that others wait for, and the system takes ten milliseconds for the pages of fifty
    // megabytes.
    // `unsafe`: nobody else has the message, as this object is gone; the one task that gets it alone closes it.
    nonisolated(unsafe) let message = message
    Task.detached { Self.close(message) }
  }

  /// Letting go of more takes half a millisecond or longer.
  private static let slowByteCount = 4 << 20

  private static func close(_ message: UnsafeMutablePointer<zmq_msg_t>) {
    zmq_msg_close(message)
    message.deallocate()
  }

  func prefix(_ count: Int) -> [UInt8] { ReceivedFrame.bytes(of: message, count: min(count, self.count)) }

  /// The first bytes of a message.
  static func bytes(of message: UnsafeMutablePointer<zmq_msg_t>, count: Int) -> [UInt8] {
    guard count > 0, let source = zmq_msg_data(message) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { target, initialized in
      if let address = target.baseAddress {
        memcpy(address, source, count)
        initialized = count
      }
    }
  }
}
