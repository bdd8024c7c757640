import Foundation
import JSONModel
import JupyterKernel
import OrderedCollections
import ZeroMQ

/// A client of a kernel, to test it with: sends what it is told, verifies and keeps what it gets. For one thread.
final class DummyFrontend {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A message from the kernel.
  struct Received {
    let type: String
    let content: JSON
    let header: JSON
    let metadata: JSON
    /// `msg_id` in the parent header, or "" where there is none.
    let parent: String
    let topic: [UInt8]
    let buffers: [[UInt8]]
  }

  enum Channel { case shell, control, iopub }

  /// Long enough for any answer that will come.
  static let patience = Duration.seconds(50)

  let connection: ConnectionFile
  let writer: MessageWriter
  private let context: Context
  private let shell: Socket
  private let control: Socket
  private let iopub: Socket
  private let reader: MessageReader

  /// Connects. What is published before ``awaitWelcome()`` has returned may be missed.
  init(_ connection: ConnectionFile, subscribingTo topic: String = "") throws {
    self.connection = connection
    let signer = MessageSigner(key: connection.key)
    writer = MessageWriter(signer: signer, username: "dummy")
    reader = MessageReader(signer: signer)
    context = try Context()
    let options = SocketOptions().with(curve: connection.curveKeys)
    shell = try Socket(.dealer, in: context, options: options)
    control = try Socket(.dealer, in: context, options: options)
    var subscribing = options
    subscribing.subscriptions = [Array(topic.utf8)]
    // The client must not be what loses messages.
    subscribing.receiveHighWaterMark = 0
    iopub = try Socket(.sub, in: context, options: subscribing)
    try shell.connect(connection.endpoint(for: .shell))
    try control.connect(connection.endpoint(for: .control))
    try iopub.connect(connection.endpoint(for: .iopub))
  }

  // MARK: Sending

  /// - Returns: The request's `msg_id`.
  @discardableResult
  func send(
    _ type: String, _ content: JSON = [:], on channel: Channel = .shell, metadata: JSON = [:],
    buffers: [[UInt8]] = [], subshell: String? = nil
  ) throws -> String {
    var message = writer.write(
      OutgoingMessage(type, content, metadata: metadata, buffers: buffers), to: [], parent: nil)
    if let subshell { try address(&message, to: subshell) }
    try sendRaw(message, on: channel)
    let header = WireMessage(message).flatMap { MessageHeader(parsing: $0.dictionaries[0]) }
    return header?.id ?? ""
  }

  /// Puts the id of a subshell into a message's header.
  private func address(_ message: inout Message, to subshell: String) throws {
    guard var wire = WireMessage(message) else { return }
    let header = try JSON(parsing: wire.dictionaries[0]).with("subshell_id", .string(subshell))
    wire.dictionaries[0] = header.bytes
    wire.signature = MessageSigner(key: connection.key).signature(of: wire.dictionaries)
    message = wire.message
  }

  func sendRaw(_ message: Message, on channel: Channel) throws {
    switch channel {
    case .shell: try shell.send(message)
    case .control: try control.send(message)
    case .iopub: throw Failure(description: "nobody sends on iopub")
    }
  }

  // MARK: Receiving

  func receive(_ channel: Channel, within time: Duration = patience) throws -> Received {
    guard let received = try poll(channel, for: time) else {
      throw Failure(description: "nothing came on \(channel)")
    }
    return received
  }

  /// The next message, or `nil` if there is none for so long.
  func poll(_ channel: Channel, for time: Duration) throws -> Received? {
    let message =
      switch channel {
      case .shell: try shell.receive(timeout: time)
      case .control: try control.receive(timeout: time)
      case .iopub: try iopub.receive(timeout: time)
      }
    guard let message, let wire = WireMessage(message) else { return nil }
    let read = try reader.read(message)
    let parent = try JSON(parsing: wire.dictionaries[1])
    return Received(
      type: read.header.type, content: read.content, header: try JSON(parsing: wire.dictionaries[0]),
      metadata: read.metadata, parent: parent["msg_id"]?.stringValue ?? "", topic: wire.identities.first ?? [],
      buffers: read.buffers)
  }

  /// What is published with a request as parent, from its busy to its idle.
  func outputs(of request: String) throws -> [Received] {
    var outputs: [Received] = []
    while true {
      let message = try receive(.iopub)
      guard message.parent == request else { continue }
      outputs.append(message)
      if message.content["execution_state"] == "idle" { return outputs }
    }
  }

  /// Sends a request and takes its reply and all its outputs.
  @discardableResult
  func request(
    _ type: String, _ content: JSON = [:], on channel: Channel = .shell, metadata: JSON = [:]
  ) throws -> (reply: Received, outputs: [Received]) {
    let id = try send(type, content, on: channel, metadata: metadata)
    let reply = try receive(channel)
    guard reply.parent == id else { throw Failure(description: "a reply to \(reply.parent), not to \(id)") }
    return (reply, try outputs(of: id))
  }

  @discardableResult
  func execute(
    _ code: String, _ others: JSON = [:], metadata: JSON = [:]
  ) throws -> (reply: Received, outputs: [Received]) {
    try request("execute_request", others.with("code", .string(code)), metadata: metadata)
  }

  /// Waits for the welcome, with which the subscription is known to stand.
  func awaitWelcome() throws {
    let first = try receive(.iopub)
    guard first.type == "iopub_welcome" else { throw Failure(description: "\(first.type) came before the welcome") }
  }
}

extension DummyFrontend.Received {
  var state: String? { content["execution_state"]?.stringValue }
  var text: String? { content["data"]?["text/plain"]?.stringValue }
  var displayID: String? { content["transient"]?["display_id"]?.stringValue }
}

extension JSON {
  func with(_ name: String, _ value: JSON) -> JSON { merging(patch: .object([name: value])) }
}

extension SocketOptions {
  /// As jupyter_client does it: the kernel's own keys are the client's, too.
  fileprivate func with(curve keys: CurveKeyPair?) -> SocketOptions {
    var options = self
    options.curve = keys.map { .client(serverKey: $0.publicKey, keys: $0) }
    return options
  }
}
