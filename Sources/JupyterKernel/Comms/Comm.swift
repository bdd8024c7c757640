public import JSONModel
public import JSONRPC

/// The kernel's end of a comm: a channel between a frontend and something in the kernel, for messages of their own.
public final class Comm: Sendable {
  public let id: String
  /// The name of what it was opened for.
  public let target: String
  private let comms: Comms

  init(id: String, target: String, comms: Comms) {
    self.id = id
    self.target = target
    self.comms = comms
  }

  /// Sends a message to the frontends. It waits while one of them is behind.
  ///
  /// - Parameter request: what it answers, for the frontend to know it by; `nil` for what nobody asked for.
  public func send(
    _ data: JSON, metadata: JSON = [:], buffers: [[UInt8]] = [], inAnswerTo request: CommMessage? = nil
  ) {
    let message = OutgoingMessage("comm_msg", content(data), metadata: metadata, buffers: buffers)
    comms.publish(message, parent: request)
  }

  /// Sends a message that is due to a request of any kind.
  ///
  /// - Parameter parent: the bytes of that request's header.
  func send(_ data: JSON, parent: [UInt8]?, unless cancellation: Cancellation) {
    comms.publish(OutgoingMessage("comm_msg", content(data)), parent: parent, unless: cancellation)
  }

  /// Tells the frontends of a comm that the kernel opens: the first message of it.
  func announce(_ data: JSON, metadata: JSON, parent: [UInt8]?, unless cancellation: Cancellation) {
    let content = content(data).merging(members: ["target_name": .string(target)])
    comms.publish(OutgoingMessage("comm_open", content, metadata: metadata), parent: parent, unless: cancellation)
  }

  private func content(_ data: JSON) -> JSON { ["comm_id": .string(id), "data": data] }

  /// Closes it, here and in the frontends. Its handler is not told.
  public func close(_ data: JSON = [:], inAnswerTo request: CommMessage? = nil) {
    comms.close(self, data, parent: request?.header, unless: request?.cancellation ?? Cancellation())
  }

  /// Closes it because of a request of any kind.
  ///
  /// - Parameter parent: the bytes of that request's header.
  func close(parent: [UInt8]?, unless cancellation: Cancellation) {
    comms.close(self, [:], parent: parent, unless: cancellation)
  }

  /// Whether a frontend is behind: what can be merged or left out should be, until ``CommHandler/resume()``.
  public var isSlow: Bool { comms.isSlow }
}

/// Something in the kernel that frontends can open comms to.
public protocol CommTarget: Sendable {
  /// By which frontends ask for it: `target_name`.
  var name: String { get }

  /// Takes a comm that a frontend opened.
  /// - Returns: What handles its messages, or `nil` to have it closed again.
  func open(_ comm: Comm, with message: CommMessage) -> (any CommHandler)?
}

/// What handles the messages of one comm.
public protocol CommHandler: AnyObject, Sendable {
  /// Handles a message. On a thread that may be kept waiting; messages of one shell come one after another, and the kernel
  /// counts as busy until it returns.
  func receive(_ message: CommMessage)

  /// The frontends have caught up, so what was held back for ``Comm/isSlow`` can go. It must not wait.
  func resume()

  /// The frontend closed the comm, or the kernel ends.
  func close()
}

/// What came through a comm, or opened it.
public struct CommMessage: Sendable {
  public let data: JSON
  public let metadata: JSON
  public let buffers: [[UInt8]]
  /// Cancelled by an interrupt while the message is handled.
  public let cancellation: Cancellation
  /// The bytes of its header.
  let header: [UInt8]

  init(data: JSON, metadata: JSON, buffers: [[UInt8]], cancellation: Cancellation, header: [UInt8]) {
    self.data = data
    self.metadata = metadata
    self.buffers = buffers
    self.cancellation = cancellation
    self.header = header
  }
}
