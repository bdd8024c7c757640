import Foundation
import JSONModel
import JupyterKernel
import OrderedCollections
import Testing
import ZeroMQ

/// The handshake of version 5.6 of the protocol (JEP 66).
@Suite("Registration", .timeLimit(.minutes(5)))
struct RegistrationTests {
  /// What the service does with a kernel's message.
  enum Answer: CaseIterable, Sendable { case signed, wronglySigned, none }

  private static func register(_ answer: Answer, key: String = "k") async throws -> (Kernel, sent: JSON, path: String) {
    let path = FileManager.default.temporaryDirectory.appending(path: "registration-\(UUID().uuidString).json").path
    return try await onThread {
      let service = try Socket(.router, in: Context())
      try service.bind("tcp://127.0.0.1:*")
      let port = try service.lastEndpoint.split(separator: ":").last.flatMap { Int($0) } ?? 0
      let file: JSON = [
        "kernel_id": "id-1", "transport": "tcp", "registration_ip": "127.0.0.1", "registration_port": .integer(port),
        "signature_scheme": "hmac-sha256", "key": .string(key),
      ]
      try Data(file.bytes).write(to: URL(filePath: path))
      let kernel = try Kernel(
        connection: ConnectionFile(path: path), KernelConfiguration(interpreter: MockInterpreter(), description: .mock))
      let thread = ServiceThread(service, signer: MessageSigner(key: Array(key.utf8)), answer)
      do {
        try kernel.start(registrationPatience: answer == .none ? .milliseconds(200) : .seconds(20))
      } catch {
        kernel.end()
        kernel.run()
        try FileManager.default.removeItem(atPath: path)
        throw error
      }
      return (kernel, try thread.received(), path)
    }
  }

  @Test("The kernel tells its ports, signed, and writes them into the file", arguments: ["k", ""])
  func handshake(key: String) async throws {
    let (kernel, sent, path) = try await Self.register(.signed, key: key)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(sent["kernel_id"] == "id-1")
    for port in ConnectionFile.Port.allCases {
      let number = try #require(kernel.connection.ports[port])
      #expect(number > 0)
      #expect(sent["\(port.rawValue)_port"] == .string(String(number)))
    }
    #expect(sent.objectValue?.count == 6)
    let written = try JSON(parsing: Array(Data(contentsOf: URL(filePath: path))))
    #expect(written["ip"] == "127.0.0.1")
    #expect(written["shell_port"] == .integer(kernel.connection.ports[.shell] ?? 0))
    #expect(written["kernel_id"] == "id-1")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let status = try await onThread {
      let frontend = try DummyFrontend(kernel.connection)
      try frontend.awaitWelcome()
      return try frontend.request("kernel_info_request").reply.content["status"]
    }
    #expect(status == "ok")
    await kernel.stop()
  }

  @Test(
    "Without an acknowledgement signed with the key the kernel doesn't start", arguments: [Answer.wronglySigned, .none])
  func refused(answer: Answer) async throws {
    let error = await #expect(throws: ConnectionError.self) { _ = try await Self.register(answer) }
    #expect(error?.code == .unregistered)
    #expect(error?.reason.contains(answer == .none ? "in time" : "not signed") == true)
  }

  @Test(
    "A registration file that lacks something is said to",
    arguments: [
      (#"{"registration_port": 1, "kernel_id": "x"}"#, "registration_ip"),
      (#"{"registration_port": 1, "registration_ip": "127.0.0.1"}"#, "kernel_id"),
      (#"{"registration_port": 0, "registration_ip": "127.0.0.1", "kernel_id": "x"}"#, "registration_port"),
      (#"{"registration_port": "x", "registration_ip": "127.0.0.1", "kernel_id": "x"}"#, "registration_port"),
    ])
  func faults(text: String, expected: String) {
    let error = #expect(throws: ConnectionError.self) { try ConnectionFile(path: "r.json", bytes: Array(text.utf8)) }
    #expect(error?.description.contains(expected) == true)
  }

  @Test("After a restart the ports that the file still has are not taken")
  func restart() throws {
    let text =
      #"{"registration_port": 9, "registration_ip": "127.0.0.1", "kernel_id": "x", "shell_port": 5, "ip": "127.0.0.2"}"#
    let file = try ConnectionFile(path: "r.json", bytes: Array(text.utf8))
    #expect(file.ports.values.allSatisfy { $0 == 0 })
    #expect(file.endpoint(for: .shell) == "tcp://127.0.0.2:*")
  }
}

/// A registration service that takes one kernel's message, on a thread of its own.
///
/// `@unchecked Sendable`: the thread alone uses the socket, and the result is read after the semaphore has told that it was
/// written.
private final class ServiceThread: @unchecked Sendable {
  private var result: Result<JSON, any Error> = .success([:])
  private let done = DispatchSemaphore(value: 0)

  init(_ service: consuming Socket, signer: MessageSigner, _ answer: RegistrationTests.Answer) {
    let service = Box(service)
    Thread { [self] in
      result = Result { try Self.serve(service.socket, signer, answer) }
      done.signal()
    }.start()
  }

  func received() throws -> JSON {
    done.wait()
    return try result.get()
  }

  private static func serve(
    _ service: borrowing Socket, _ signer: MessageSigner, _ answer: RegistrationTests.Answer
  ) throws -> JSON {
    guard let frames = try service.receive(timeout: .seconds(20))?.frames, frames.count == 4 else { return [:] }
    #expect(frames[1] == WireMessage.delimiter)
    #expect(signer.verify(frames[2], of: [frames[3]]) != .wrong)
    let content = Array("{}".utf8)
    let signature = answer == .signed ? signer.signature(of: [content]) : [UInt8](repeating: 0x30, count: 64)
    if answer != .none { try service.send(Message([frames[0], WireMessage.delimiter, signature, content])) }
    return try JSON(parsing: frames[3])
  }

  /// Takes a socket to another thread. `@unchecked Sendable`: the one that made it lets go of it before the other one starts.
  private final class Box: @unchecked Sendable {
    let socket: Socket
    init(_ socket: consuming Socket) { self.socket = socket }
  }
}
