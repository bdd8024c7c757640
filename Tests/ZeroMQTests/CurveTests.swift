import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(5)), .enabled(if: ZeroMQLibrary.hasCurve)) struct CurveTests {
  @Test func generatedPairsAreWholeAndDifferent() throws {
    let pair = try CurveKeyPair.generate()
    #expect(try CurveKeyPair(secretKey: pair.secretKey) == pair)
    #expect(try CurveKey(z85: pair.publicKey.z85) == pair.publicKey)
    #expect(try CurveKeyPair.generate() != pair)
  }

  @Test func knownSecretHasItsKnownPublicKey() throws {
    // The server's keys in libzmq's own test and in ZeroMQ's RFC 32 tooling (tests/testutil_security.hpp).
    let secret = try CurveKey(z85: "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6")
    #expect(try CurveKeyPair(secretKey: secret).publicKey.z85 == "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7")
  }

  @Test(arguments: [
    "", "short", String(repeating: "0", count: 39), String(repeating: "0", count: 41),
    String(repeating: "0", count: 39) + " ", String(repeating: "0", count: 39) + "\"",
    String(repeating: "#", count: 40),
    String(repeating: "é", count: 20),
  ])
  func textsThatAreNoKeyAreRefused(text: String) {
    let error = #expect(throws: ZeroMQError.self) { _ = try CurveKey(z85: text) }
    #expect(error?.code == .invalidArgument)
  }

  @Test func printingShowsNoKey() throws {
    let pair = try CurveKeyPair.generate()
    var dumped = ""
    dump(pair, to: &dumped)
    for text in ["\(pair)", String(reflecting: pair), dumped] {
      #expect(!text.contains(pair.secretKey.z85))
    }
  }

  @Test func onlyClientsWithTheServersKeyAreHeard() async throws {
    try await onThread {
      let context = try Context()
      let keys = try CurveKeyPair.generate()
      let router = try Socket(
        .router, in: context, options: SocketOptions { $0.curve = .server(secretKey: keys.secretKey) })
      try router.bind("tcp://127.0.0.1:*")
      let endpoint = try router.lastEndpoint

      let plain = try Socket(.dealer, in: context, options: SocketOptions { $0.linger = .zero })
      try plain.connect(endpoint)
      try plain.send(Message("without keys"))
      let wrongKeys = SocketOptions {
        $0.linger = .zero
        $0.curve = (try? CurveKeyPair.generate()).map { .client(serverKey: $0.publicKey, keys: $0) }
      }
      let wrong = try Socket(.dealer, in: context, options: wrongKeys)
      try wrong.connect(endpoint)
      try wrong.send(Message("with the wrong server's key"))
      #expect(try router.receive(timeout: .milliseconds(300)) == nil)

      let own = try CurveKeyPair.generate()
      let clientOptions = SocketOptions { $0.curve = .client(serverKey: keys.publicKey, keys: own) }
      let client = try Socket(.dealer, in: context, options: clientOptions)
      try client.connect(endpoint)
      try client.send(Message("with keys"))
      let received = try #require(try router.receive(timeout: patience))
      #expect(received.texts.last == "with keys")
      try router.send(received)
      #expect(try client.receive(timeout: patience) == Message("with keys"))
      #expect(try plain.receive() == nil)
      #expect(try wrong.receive() == nil)
    }
  }
}
