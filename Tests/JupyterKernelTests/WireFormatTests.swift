import JSONModel
import JupyterKernel
import Testing
import ZeroMQ

@Suite("Wire format", .timeLimit(.minutes(5)))
struct WireFormatTests {
  private static let key = Array("a0436f6c-1916-498b-8eb9-e81ab9368e84".utf8)
  private static let dictionaries = [
    #"{"msg_id":"1","msg_type":"kernel_info_request"}"#, "{}", "{}", "{}",
  ].map { Array($0.utf8) }
  /// Computed with Python's hmac and hashlib.
  private static let signature = Array("23d21ade63d42fc48bbe2721cd9045ceffb260c3521b7d246495f23adfca79a0".utf8)

  @Test(
    "HMAC-SHA256 of RFC 4231",
    arguments: [
      (
        [UInt8](repeating: 0x0B, count: 20), ["Hi", " There"],
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), ["what do ya ", "want", "", " for nothing?"],
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 131), ["Test Using Larger Than Block-Size Key - Hash Key First"],
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func publishedVectors(key: [UInt8], parts: [String], expected: String) {
    let signature = MessageSigner(key: key).signature(of: parts.map { Array($0.utf8) })
    #expect(String(decoding: signature, as: UTF8.self) == expected)
  }

  @Test("The signature is over the four dictionaries, not the buffers")
  func signedParts() throws {
    let reader = MessageReader(signer: MessageSigner(key: Self.key))
    let wire = WireMessage(
      identities: [[1, 2]], signature: Self.signature, dictionaries: Self.dictionaries, buffers: [[9], []])
    let message = try reader.read(wire.message)
    #expect(message.header.type == "kernel_info_request")
    #expect(message.identities == [[1, 2]])
    #expect(message.buffers == [[9], []])
  }

  @Test("A signature is refused that is wrong in any digit, too short, too long, upper-case or missing")
  func wrongSignatures() {
    var wrong: [[UInt8]] = [
      [], Array(Self.signature.dropLast()), Self.signature + [0x30], Self.signature + Self.signature,
    ]
    wrong.append(Array(String(decoding: Self.signature, as: UTF8.self).uppercased().utf8))
    for index in Self.signature.indices {
      var changed = Self.signature
      changed[index] ^= 1
      wrong.append(changed)
    }
    for signature in wrong {
      let reader = MessageReader(signer: MessageSigner(key: Self.key))
      let wire = WireMessage(identities: [], signature: signature, dictionaries: Self.dictionaries)
      #expect(throws: Refusal.signature) { try reader.read(wire.message) }
    }
  }

  @Test("Each dictionary is covered by the signature")
  func tamperedDictionaries() {
    for index in Self.dictionaries.indices {
      var dictionaries = Self.dictionaries
      dictionaries[index].insert(0x20, at: 1)
      let reader = MessageReader(signer: MessageSigner(key: Self.key))
      let wire = WireMessage(identities: [], signature: Self.signature, dictionaries: dictionaries)
      #expect(throws: Refusal.signature) { try reader.read(wire.message) }
    }
  }

  @Test("A message that comes again is refused; one that failed verification leaves no trace")
  func replay() throws {
    let reader = MessageReader(signer: MessageSigner(key: Self.key))
    let wire = WireMessage(identities: [], signature: Self.signature, dictionaries: Self.dictionaries)
    var forged = wire
    forged.dictionaries[3] = Array(#"{"a":1}"#.utf8)
    #expect(throws: Refusal.signature) { try reader.read(forged.message) }
    _ = try reader.read(wire.message)
    #expect(throws: Refusal.duplicate) { try reader.read(wire.message) }
  }

  @Test("Of messages that several threads read at once, each is taken once")
  func parallelReplay() async throws {
    let signer = MessageSigner(key: Self.key)
    let writer = MessageWriter(signer: signer)
    let reader = MessageReader(signer: signer)
    let messages = (0..<2_000).map { number in
      writer.write(OutgoingMessage("stream", ["number": .integer(number)]), to: [], parent: Array("{}".utf8))
    }
    let taken = await withTaskGroup(of: [JSON].self) { group in
      for _ in 0..<4 {
        group.addTask { messages.compactMap { try? reader.read($0).content["number"] } }
      }
      return await group.reduce(into: [JSON]()) { $0 += $1 }
    }
    #expect(taken.compactMap(\.integerValue).sorted() == Array(0..<2_000))
  }

  @Test("Without a key nothing is signed and everything taken, also twice")
  func emptyKey() throws {
    let signer = MessageSigner(key: [])
    #expect(signer.signature(of: Self.dictionaries).isEmpty)
    let reader = MessageReader(signer: signer)
    let wire = WireMessage(identities: [], signature: [], dictionaries: Self.dictionaries)
    _ = try reader.read(wire.message)
    _ = try reader.read(wire.message)
  }

  @Test(
    "What is no message is refused with its reason",
    arguments: [
      ([], Refusal.frames),
      (["<IDS|MSG>"], .frames),
      (["", "{}", "{}", "{}", "{}"], .frames),
      (["<IDS|MSG>", "", "{}", "{}", "{}"], .frames),
      (["<IDS|MSG>", "", "", "{}", "{}", "{}"], .dictionary("header")),
      (["<IDS|MSG>", "", "{}", "{}", "{}", "{}"], .dictionary("header")),
      (["<IDS|MSG>", "", #"{"msg_id":1,"msg_type":"x"}"#, "{}", "{}", "{}"], .dictionary("header")),
      (["<IDS|MSG>", "", #"{"msg_id":"1","msg_type":"x"}"#, "[]", "{}", "{}"], .dictionary("parent_header")),
      (["<IDS|MSG>", "", #"{"msg_id":"1","msg_type":"x"}"#, "{}", "null", "{}"], .dictionary("metadata")),
      (["<IDS|MSG>", "", #"{"msg_id":"1","msg_type":"x"}"#, "{}", "{}", "{"], .dictionary("content")),
    ])
  func malformed(texts: [String], refusal: Refusal) {
    let reader = MessageReader(signer: MessageSigner(key: []))
    #expect(throws: refusal) { try reader.read(Message(texts.map { Array($0.utf8) })) }
  }

  @Test("A message written is a message read: unique ids, own session, version, parent unchanged")
  func roundTrip() throws {
    let signer = MessageSigner(key: Self.key)
    let writer = MessageWriter(signer: signer)
    let reader = MessageReader(signer: signer)
    let parent = Array(#"{"msg_id": "p",  "msg_type":"execute_request"}"#.utf8)
    var ids: Set<String> = []
    for number in 0..<3 {
      let content: JSON = ["number": .integer(number)]
      let outgoing = OutgoingMessage("stream", content, metadata: ["a": 1], buffers: [[0, 255]])
      let frames = writer.write(outgoing, to: [[7]], parent: parent)
      #expect(WireMessage(frames)?.dictionaries[1] == parent)
      let message = try reader.read(frames)
      #expect(message.content == content)
      #expect(message.metadata == ["a": 1])
      #expect(message.buffers == [[0, 255]])
      #expect(message.header.session == writer.session)
      let header = try JSON(parsing: message.header.bytes)
      #expect(header["version"] == "5.5")
      #expect(header["username"]?.stringValue != nil)
      #expect(header["date"]?.stringValue?.hasSuffix("Z") == true)
      ids.insert(message.header.id)
    }
    #expect(ids.count == 3)
  }
}
