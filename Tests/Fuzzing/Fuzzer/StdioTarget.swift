import RPCStdio

extension FuzzTarget {
  /// Streams framed by `Content-Length`. However they are cut, the same messages and faults come out, and each message can
  /// be framed and read again.
  static let stdio = FuzzTarget(name: "stdio") { bytes in
    var choices = Choices(bytes)
    // Small limits, so that inputs of a few hundred bytes get beyond them.
    let limit = [16, 64, 1024, 64 << 20][choices.below(4)]
    let seed = choices.byte()
    let stream = Array(choices.rest)

    var framer = ContentLengthFramer(sizeLimit: limit)
    framer.append(stream)
    let whole = framer.frames(most: stream.count)

    var pieced = ContentLengthFramer(sizeLimit: limit)
    var found: [ContentLengthFramer.Frame] = []
    for piece in stream.pieces(seed) {
      pieced.append(piece)
      found += pieced.frames(most: stream.count)
    }
    expect(found == whole, "pieces give the same frames: \(found), whole \(whole)")
    expect(pieced.isBetweenMessages == framer.isBetweenMessages, "pieces end where the whole does")
    for case .message(let body) in whole {
      expect(body.count <= limit, "a message is within the limit")
      var again = ContentLengthFramer(sizeLimit: limit)
      again.append(ContentLengthFramer.frame(body))
      expect(again.frames(most: body.count + 32) == [.message(body)], "what was read can be framed")
      expect(again.isBetweenMessages, "and nothing is left")
    }
  }
}

extension ContentLengthFramer {
  /// What can be read now.
  /// - Parameter most: More frames than this are one without end.
  fileprivate mutating func frames(most: Int) -> [Frame] {
    var frames: [Frame] = []
    while let frame = next() {
      frames.append(frame)
      expect(frames.count <= most, "each frame takes a byte at least")
    }
    return frames
  }
}
