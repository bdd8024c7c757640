import Foundation
import JupyterKernel
import Testing
import ZeroMQ

@Suite("Connection file")
struct ConnectionFileTests {
  private static let whole = """
    {"shell_port": 1, "iopub_port": "2", "stdin_port": 3, "control_port": "4", "hb_port": 5, "ip": "127.0.0.1",
     "key": "k", "transport": "tcp", "signature_scheme": "hmac-sha256", "kernel_name": "chart"}
    """

  private func parse(_ text: String) throws -> ConnectionFile {
    try ConnectionFile(path: "c.json", bytes: Array(text.utf8))
  }

  @Test("Ports are numbers or strings")
  func ports() throws {
    let file = try parse(Self.whole)
    #expect(file.ports == [.shell: 1, .iopub: 2, .stdin: 3, .control: 4, .heartbeat: 5])
    #expect(file.endpoint(for: .iopub) == "tcp://127.0.0.1:2")
    #expect(file.key == Array("k".utf8))
    #expect(file.curveKeys == nil)
  }

  @Test("Endpoints for ipc, IPv6 and ports still to be chosen")
  func endpoints() throws {
    #expect(
      try parse(#"{"transport": "ipc", "ip": "/tmp/k", "hb_port": 7}"#).endpoint(for: .heartbeat) == "ipc:///tmp/k-7")
    #expect(try parse(#"{"ip": "::1", "hb_port": 7}"#).endpoint(for: .heartbeat) == "tcp://[::1]:7")
    #expect(try parse("{}").endpoint(for: .shell) == "tcp://127.0.0.1:*")
  }

  @Test(
    "What cannot be done is said",
    arguments: [
      ("", "is no JSON"),
      ("[]", "must hold a JSON object"),
      (#"{"transport": "inproc"}"#, "the transport inproc"),
      (#"{"key": "k", "signature_scheme": "hmac-md5"}"#, "the signature scheme hmac-md5"),
      (#"{"shell_port": 65536}"#, "shell_port"),
      (#"{"hb_port": -1}"#, "hb_port"),
      (#"{"hb_port": 1.5}"#, "hb_port"),
      (#"{"iopub_port": "x"}"#, "iopub_port"),
      (#"{"key": 3}"#, "key that is no string"),
      (#"{"curve_secretkey": "short"}"#, "CURVE"),
      (#"{"curve_publickey": "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"}"#, "CURVE"),
    ])
  func faults(text: String, expected: String) {
    let error = #expect(throws: ConnectionError.self) { try parse(text) }
    #expect(error?.code == .invalid)
    #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
    #expect(error?.description.hasPrefix("The connection file c.json ") == true)
  }

  @Test("A file that is not there is said to be so")
  func missing() {
    let error = #expect(throws: ConnectionError.self) { try ConnectionFile(path: "/nowhere/c.json") }
    #expect(error?.code == .unreadable)
    #expect(error?.description.contains("/nowhere/c.json cannot be read: No such file or directory") == true)
  }

  @Test("CURVE keys must belong together")
  func curve() throws {
    let pair = try CurveKeyPair.generate(), other = try CurveKeyPair.generate()
    func text(_ publicKey: CurveKey, _ secretKey: CurveKey) throws -> String {
      let members = ["curve_publickey": publicKey.z85, "curve_secretkey": secretKey.z85]
      return String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
    }
    #expect(try parse(text(pair.publicKey, pair.secretKey)).curveKeys == pair)
    #expect(throws: ConnectionError.self) { try parse(text(other.publicKey, pair.secretKey)) }
  }

  @Test(
    "Ports left to the kernel are written back, for the user alone, with all else that was there",
    .timeLimit(.minutes(5)))
  func chosenPorts() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "connection-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #"{"shell_port": 0, "key": "k", "kernel_name": "chart", "extra": [1]}"#.write(
      toFile: path, atomically: false, encoding: .utf8)
    let kernel = try Kernel(
      connection: ConnectionFile(path: path), KernelConfiguration(interpreter: MockInterpreter(), description: .mock))
    let written = try ConnectionFile(path: path)
    #expect(written.ports == kernel.connection.ports)
    #expect(written.ports.values.allSatisfy { $0 > 0 })
    #expect(Set(written.ports.values).count == 5)
    #expect(written.key == Array("k".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("extra"))
    await kernel.stop()
  }

  @Test("A place where nothing can be bound is said")
  func unbound() throws {
    let file = try parse(#"{"ip": "203.0.113.7", "shell_port": 1}"#)
    let error = #expect(throws: ConnectionError.self) {
      try Kernel(connection: file, KernelConfiguration(interpreter: MockInterpreter(), description: .mock))
    }
    #expect(error?.code == .unbound)
  }
}
