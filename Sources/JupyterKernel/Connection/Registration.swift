internal import JSONModel
internal import OrderedCollections
internal import ZeroMQ

/// Where a kernel that chooses its ports itself tells them: what a registration file has instead of ports (JEP 66, version
/// 5.6 of the protocol).
struct Registration: Hashable, Sendable {
  /// By which the service knows the kernel.
  let kernelID: String
  /// The address at which the service listens, and the endpoint.
  let ip: String
  let endpoint: String

  /// Why the service doesn't know of the kernel.
  enum Failure: Error, Hashable {
    case silent
    case unsigned
    case unreachable(String)
  }

  /// What follows "The connection file … ".
  func reason(_ failure: Failure) -> String {
    switch failure {
    case .silent: "names a registration service at \(endpoint) that has not answered in time."
    case .unsigned: "names a registration service at \(endpoint) whose answer is not signed with the file's key."
    case .unreachable(let reason): "names a registration service at \(endpoint) that cannot be reached: \(reason)"
    }
  }

  /// Tells the service where the kernel listens, and waits for its acknowledgement.
  ///
  /// - Parameters:
  ///   - ports: by their keys in the file, such as `shell_port`.
  ///   - patience: how long to wait.
  func register(_ ports: [(String, Int)], signer: MessageSigner, patience: Duration) throws(Failure) {
    let answer: Message?
    do throws(ZeroMQError) {
      let options = SocketOptions { options in
        options.linger = .milliseconds(500)
        options.maximumMessageSize = 1 << 20
      }
      let socket = try Socket(.dealer, in: Context(), options: options)
      try socket.connect(endpoint)
      let message = signer.sign(content(ports).bytes)
      try socket.send(message)
      answer = try socket.receive(timeout: patience)
    } catch {
      throw .unreachable("\(error).")
    }
    guard let answer else { throw .silent }
    guard signer.isSigned(answer) else { throw .unsigned }
  }

  /// Ports are strings here, as the protocol says.
  private func content(_ ports: [(String, Int)]) -> JSON {
    let members = ports.map { ($0.0, JSON.string(String($0.1))) }
    return .object(OrderedDictionary([("kernel_id", .string(kernelID))] + members, uniquingKeysWith: { $1 }))
  }
}

extension MessageSigner {
  /// A message of one dictionary: delimiter, signature, content.
  fileprivate func sign(_ content: [UInt8]) -> Message {
    Message([WireMessage.delimiter, signature(of: [content]), content])
  }

  fileprivate func isSigned(_ message: Message) -> Bool {
    guard let delimiter = message.frames.firstIndex(of: WireMessage.delimiter),
      message.frames.count == delimiter + 3
    else { return false }
    return verify(message.frames[delimiter + 1], of: [message.frames[delimiter + 2]]) != .wrong
  }
}
