import Foundation
import Testing
import ZeroMQ

#if os(Linux)
  /// In a process of its own, since the other tests open descriptors, too.
  @Suite(.timeLimit(.minutes(5))) struct DescriptorTests {
    @Test func openingAndClosingEverythingLeavesNoDescriptor() async {
      await #expect(processExitsWith: .success) {
        try await openAndCloseEverything()
        let before = try descriptorCount()
        for _ in 0..<100 { try await openAndCloseEverything() }
        let after = try descriptorCount()
        guard after <= before else {
          print("\(after - before) more descriptors")
          exit(2)
        }
        exit(0)
      }
    }
  }

  private func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  private func openAndCloseEverything() async throws {
    let context = try Context()
    for type in [SocketType.router, .dealer, .req, .rep, .pub, .xpub, .sub, .pair] {
      let socket = try Socket(type, in: context)
      try socket.bind("tcp://127.0.0.1:*")
      let client = try Socket(.dealer, in: context)
      try client.connect(socket.lastEndpoint)
    }
    let keys = try CurveKeyPair.generate()
    let loop = try SocketLoop(context: context, name: "descriptors")
    let router = try loop.bind(
      .router, to: ipcEndpoint(), options: SocketOptions { $0.curve = .server(secretKey: keys.secretKey) }
    ) { message, router in
      router.send(message)
    }
    try loop.start()
    let options = SocketOptions { $0.curve = .client(serverKey: keys.publicKey, keys: keys) }
    let client = try Socket(.dealer, in: context, options: options)
    try client.connect(router.endpoint)
    try client.send(Message("question"))
    guard try client.receive(timeout: patience) == Message("question") else { exit(3) }
    let heartbeat = try Heartbeat(context: context, endpoint: "tcp://127.0.0.1:*")
    await heartbeat.stop()
    await loop.stop()
    _ = try SocketLoop(context: context, name: "never started").bind(.rep, to: "tcp://127.0.0.1:*")
    #expect(throws: ZeroMQError.self) {
      _ = try Socket(.dealer, in: context, options: SocketOptions { $0.identity = [0] })
    }
  }
#endif
