import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(5)), .enabled(if: ZeroMQLibrary.hasCurve, "takes libzmq with CURVE")) struct CurveTests {
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

@Suite("CURVE keys as bytes")
struct CurveKeyBytesTests {
  /// The test vectors of the specification (rfc.zeromq.org/spec/32) and of libzmq's own test of it.
  @Test(
    "They are written as the specification writes them",
    arguments: [
      (
        "BB88471D65E2659B30C55A5321CEBB5AAB2B70A398645C26DCA2B2FCB43FC518",
        "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
      ),
      (
        "7BB864B489AFA3671FBE69101F94B38972F24816DFB01B51656B3FEC8DFD0888",
        "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"
      ),
      (
        "8E0BDD697628B91D8F245587EE95C5B04D48963F79259877B49CD9063AEAD3B7",
        "JTKVSB%%)wK0E.X)V>+}o?pNmC{O&4W4b!Ni{Lh6"
      ),
    ])
  func vectors(hexadecimal: String, text: String) {
    let digits = Array(hexadecimal)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    #expect(CurveKey(bytes: bytes)?.z85 == text)
    #expect((try? CurveKey(z85: text)) == CurveKey(bytes: bytes))
  }

  @Test("Other numbers of bytes are no key", arguments: [0, 31, 33, 40])
  func lengths(count: Int) {
    #expect(CurveKey(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }
}
