import Foundation
import JSONModel
import JupyterKernel
import Testing
import ZeroMQ

/// Waits a moment for what tells nobody, on a thread that is not one of the tasks'.
func pause() { Thread.sleep(forTimeInterval: 0.001) }

/// Runs what waits on sockets on a thread of its own: there may be only two threads for all tasks.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Swift.Result(catching: body)) }
    thread.start()
  }
}

enum TestTransport: String, CaseIterable, Sendable {
  case tcp, ipc
}

/// Starts a kernel, lets a client use it, and stops it.
func withKernel(
  _ transport: TestTransport = .ipc, key: String = "secret", curve: CurveKeyPair? = nil,
  interpreter: MockInterpreter = MockInterpreter(), commTargets: [any CommTarget] = [],
  liveDisplays: (any LiveDisplays)? = nil, patience: Duration = .seconds(60), loss: Duration = .seconds(60),
  _ body: @escaping @Sendable (DummyFrontend, Kernel) throws -> Void
) async throws {
  let directory = FileManager.default.temporaryDirectory.appending(path: "jk-\(UUID().uuidString.prefix(8))").path
  try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: directory) }
  var members: [String: String] = ["transport": transport.rawValue, "key": key]
  members["ip"] = transport == .tcp ? "127.0.0.1" : directory + "/k"
  members["curve_publickey"] = curve?.publicKey.z85
  members["curve_secretkey"] = curve?.secretKey.z85
  let path = directory + "/connection.json"
  try JSONEncoder().encode(members).write(to: URL(filePath: path))
  var configuration = KernelConfiguration(interpreter: interpreter, description: .mock)
  configuration.commTargets = commTargets
  configuration.liveDisplays = liveDisplays
  configuration.subscriberPatience = patience
  configuration.subscriberLoss = loss
  let kernel = try Kernel(connection: ConnectionFile(path: path), configuration)
  try kernel.start()
  do {
    try await onThread {
      let frontend = try DummyFrontend(kernel.connection)
      try frontend.awaitWelcome()
      try body(frontend, kernel)
    }
  } catch {
    await kernel.stop()
    throw error
  }
  await kernel.stop()
  #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["connection.json"])
}
