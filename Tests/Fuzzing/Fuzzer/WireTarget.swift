import JSONModel
import JupyterKernel
import ZeroMQ

extension FuzzTarget {
  /// Messages of Jupyter's wire protocol: frames of up to 255 bytes or more, each behind its length.
  static let wire = FuzzTarget(name: "wire") { bytes in
    let message = Message(Frames.split(bytes))
    if let wire = WireMessage(message) {
      expect(wire.message == message, "a message is written as it was read")
      checkSigned(wire)
    }
    guard let incoming = try? MessageReader(signer: MessageSigner(key: [])).read(message) else { return }
    _ = incoming.header.replyType
    // The header goes back as the parent of answers.
    let writer = MessageWriter(signer: MessageSigner(key: [1, 2, 3]), session: "s")
    let answer = writer.write(
      OutgoingMessage(incoming.header.replyType ?? "status", ["text": .string(incoming.header.id)]),
      to: incoming.identities.filter { $0 != WireMessage.delimiter }, parent: incoming.header.bytes)
    do throws(Refusal) {
      let read = try MessageReader(signer: MessageSigner(key: [1, 2, 3])).read(answer)
      expect(read.content["text"]?.stringValue == incoming.header.id, "an answer holds what it was given")
    } catch {
      expect(false, "an answer can be read: \(error)")
    }
  }

  /// The same with a key: what is signed is taken once, and nothing else is.
  private static func checkSigned(_ wire: WireMessage) {
    let signer = MessageSigner(key: Array("key".utf8))
    let reader = MessageReader(signer: signer)
    var signed = wire
    expect(
      refusal(of: signed, reader) == .signature || wire.signature == signer.signature(of: wire.dictionaries), "unsigned"
    )
    signed.signature = signer.signature(of: wire.dictionaries)
    let first = refusal(of: signed, reader)
    expect(
      first != .signature && first != .frames && first != .duplicate, "the right signature is taken: \(first as Any)")
    if first == nil { expect(refusal(of: signed, reader) == .duplicate, "a message is taken once") }
    for index in signed.dictionaries.indices {
      var changed = signed
      changed.dictionaries[index].append(UInt8(ascii: " "))
      expect(refusal(of: changed, reader) == .signature, "each dictionary is signed")
    }
  }

  private static func refusal(of wire: WireMessage, _ reader: MessageReader) -> Refusal? {
    do throws(Refusal) {
      _ = try reader.read(wire.message)
      return nil
    } catch {
      return error
    }
  }
}

/// Frames as inputs hold them: each behind a byte with its length, of which 255 says that it goes on to the end.
enum Frames {
  static func split(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    var rest = Array(bytes)[...]
    while let length = rest.popFirst() {
      let frame = length == 255 ? rest : rest.prefix(Int(length))
      frames.append(Array(frame))
      rest = rest.dropFirst(frame.count)
    }
    return frames
  }
}
