import JSONModel
import JSONRPC
import Testing
import TestSupport

@testable import RPCStdio

@Suite("Content-Length framing")
struct FramingTests {
  typealias Frame = ContentLengthFramer.Frame

  private func frames(_ chunks: [some Sequence<UInt8>], limit: Int = 1000) -> [Frame] {
    var framer = ContentLengthFramer(sizeLimit: limit)
    var frames: [Frame] = []
    for chunk in chunks {
      framer.append(chunk)
      while let frame = framer.next() { frames.append(frame) }
    }
    return frames
  }

  private func message(_ text: String) -> Frame { .message(Array(text.utf8)) }

  private func code(_ frame: Frame?) -> RPCError.Code? {
    if case .fault(let error) = frame { error.code } else { nil }
  }

  static let streams = [
    "Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnullContent-Length: 0\r\n\r\n",
    "content-length:5\n\n12345CONTENT-LENGTH:   2  \r\nContent-Type: x; charset=utf-8\r\n\r\n[]",
    "rubbish Content-Length: 2\r\n\r\n{}\r\n\r\nContent-Length: 1\r\n\r\n7",
    "{\"jsonrpc\"}\nContent-Length: -3\r\n\r\nxyzContent-Length: 1\r\n\r\n7",
    "Content-Type: a\r\n\r\nContent-Length: 2000\r\n\r\nxContent-Length: 1\r\n\r\n7",
    "Content-Length: 1e3\r\n\r\nContent-Length: 99999999999999999999\r\n\r\nContent-Length: 2\r\n\r\nok",
  ]

  @Test("header and body go out in one piece")
  func writing() {
    #expect(ContentLengthFramer.frame(Array("{}é".utf8)) == Array("Content-Length: 4\r\n\r\n{}é".utf8))
    #expect(frames([ContentLengthFramer.frame([])]) == [.message([])])
  }

  @Test("every cut of a stream in two, and byte by byte, gives the same frames", arguments: streams)
  func cuts(_ stream: String) {
    let bytes = Array(stream.utf8)
    let whole = frames([bytes])
    #expect(!whole.isEmpty)
    for index in bytes.indices { #expect(frames([bytes[..<index], bytes[index...]]) == whole, "cut at \(index)") }
    #expect(frames(bytes.map { [$0] }) == whole)
  }

  @Test("any cut of a long stream gives its messages")
  func randomCuts() {
    var random = SplitMix64(seed: 7)
    let messages = (0..<200).map { _ in
      [UInt8]((0..<Int.random(in: 0..<300, using: &random)).map { _ in .random(in: 0...255, using: &random) })
    }
    let stream = messages.flatMap(ContentLengthFramer.frame)
    for _ in 0..<10 {
      var chunks: [ArraySlice<UInt8>] = []
      var rest = stream[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...700, using: &random)
        chunks.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(frames(chunks) == messages.map(Frame.message))
    }
  }

  @Test("What can't begin a header is told before its line ends; empty lines in front of a message are passed over")
  func beginnings() {
    #expect(code(frames([Array("{".utf8)]).first) == .parseError)
    #expect(frames([Array("\n\r\n\nContent-Length: 2\n\n{}".utf8)]) == [message("{}")])
  }

  struct FaultCase: Sendable, CustomTestStringConvertible {
    var headers: String
    var code: RPCError.Code
    var testDescription: String { String(headers.debugDescription.prefix(60)) }
  }

  @Test(
    "wrong headers give one fault, and the next message is found",
    arguments: [
      FaultCase(headers: "Content-Length: -1\r\n\r\n", code: .invalidRequest),
      FaultCase(headers: "Content-Length: +1\r\n\r\n", code: .invalidRequest),
      FaultCase(headers: "Content-Length: 1.0\r\n\r\n", code: .invalidRequest),
      FaultCase(headers: "Content-Length: 0x10\r\n\r\n", code: .invalidRequest),
      FaultCase(headers: "Content-Length: ten\r\n\r\n", code: .invalidRequest),
      FaultCase(headers: "Content-Length: ٣\r\n\r\n", code: .invalidRequest),
      FaultCase(headers: "Content-Length:\r\n\r\n", code: .invalidRequest),
      FaultCase(headers: "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", code: .invalidRequest),
      FaultCase(headers: "Content-Type: text/plain\r\n\r\n{}", code: .invalidRequest),
      // More than 2³⁰ bytes are not believed, and so not waited for.
      FaultCase(headers: "Content-Length: 1073741825\r\n\r\n", code: .limitExceeded),
      FaultCase(headers: "Content-Length: 9223372036854775807\r\n\r\n", code: .limitExceeded),
      FaultCase(headers: "Content-Length: 9223372036854775808\r\n\r\n", code: .limitExceeded),
      FaultCase(headers: "Content-Length: 1000000000000000000000000000000\r\n\r\n", code: .limitExceeded),
      FaultCase(headers: #"{"jsonrpc":"2.0","method":"x"}"#, code: .parseError),
      FaultCase(headers: "no header at all\r\n", code: .parseError),
      FaultCase(headers: ": 5\r\n\r\n", code: .parseError),
      FaultCase(headers: "\u{0}\u{1}\u{2}", code: .parseError),
      FaultCase(headers: String(repeating: "X-Y: 1\r\n", count: 2000) + "\r\n", code: .parseError),
      FaultCase(headers: String(repeating: "x", count: 20000), code: .parseError),
    ])
  func faults(_ example: FaultCase) {
    let found = frames([Array((example.headers + "Content-Length: 2\r\n\r\n{}").utf8)])
    #expect(found.count == 2)
    #expect(code(found.first) == example.code)
    #expect(found.last == message("{}"))
  }

  @Test("the length that was announced is told")
  func announced() {
    let found = frames([Array("Content-Length: 1000000000000000000000000000000\r\n\r\n".utf8)])
    guard case .fault(let error) = found.first else {
      Issue.record("no fault")
      return
    }
    #expect(error.data?.text == #"{"limit":"size","allowed":1000,"got":1000000000000000000000000000000}"#)
  }

  @Test("the body of a message that is too large is passed over, whatever is in it")
  func skipping() {
    let body = "Content-Length: 1\r\n\r\n7" + String(repeating: "x", count: 1500)
    let stream = Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)Content-Length: 2\r\n\r\n[]".utf8)
    let found = frames([stream])
    #expect(found.count == 2)
    #expect(code(found.first) == .limitExceeded)
    #expect(found.last == message("[]"))
    #expect(frames(stream.map { [$0] }) == found)
  }

  @Test(
    "a request that is too large is refused with its id, if that stands at its beginning", arguments: [1, 7, 100_000])
  func oversized(step: Int) {
    let rest = String(repeating: "x", count: 200_000)
    for (body, id) in [
      (#"{"jsonrpc":"2.0","id":"a","method":"\#(rest)"}"#, "a"), (#"{"method":"\#(rest)","id":"a"}"#, nil), (rest, nil),
      // The beginning has 64 KiB.
      (#"{"method":"\#(rest.prefix(65_000))","id":"a","params":"\#(rest)"}"#, "a"),
      (#"{"method":"\#(rest.prefix(66_000))","id":"a","params":"\#(rest)"}"#, nil),
    ] as [(String, JSON?)] {
      let stream = Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)Content-Length: 2\r\n\r\n[]".utf8)
      let chunks = stride(from: 0, to: stream.count, by: step).map { stream[$0..<min($0 + step, stream.count)] }
      let error = RPCError.limitExceeded("size", allowed: 1000, got: body.utf8.count)
      #expect(frames(chunks) == [id.map { Frame.refused(error, id: $0) } ?? .fault(error), message("[]")])
    }
  }

  @Test("a message as long as allowed is taken, one byte more is not")
  func limit() {
    let body = String(repeating: "7", count: 20)
    #expect(frames([Array("Content-Length: 20\r\n\r\n\(body)".utf8)], limit: 20) == [message(body)])
    #expect(code(frames([Array("Content-Length: 20\r\n\r\n\(body)".utf8)], limit: 19).first) != nil)
  }

  @Test("a limit may be larger than what is passed over of a message that is too large")
  func largeLimit() {
    let limit = ContentLengthFramer.skipLimit + 5
    #expect(frames([Array("Content-Length: \(limit)\r\n\r\n".utf8)], limit: limit) == [])
    let beyond = frames([Array("Content-Length: \(limit + 1)\r\n\r\n".utf8)], limit: limit)
    #expect(beyond.map { code($0) } == [.limitExceeded])
  }

  @Test("behind a single byte that can't begin a header the next message is found")
  func oneByte() {
    let found = frames([Array("{Content-Length: 2\r\n\r\n[]".utf8)])
    #expect(found.count == 2 && code(found.first) == .parseError && found.last == message("[]"))
  }

  @Test("what was taken is not kept, however many messages come")
  func memory() throws {
    var framer = ContentLengthFramer(sizeLimit: 10_000)
    // Cut so that a message never ends with what was received.
    let stream = Array(repeating: ContentLengthFramer.frame([UInt8](repeating: 0, count: 3_000)), count: 1_000).joined()
    var count = 0
    for chunk in Array(stream).chunked(1_000) {
      framer.append(chunk)
      while framer.next() != nil { count += 1 }
      let buffer = try #require(Mirror(reflecting: framer).descendant("buffer") as? [UInt8])
      #expect(buffer.count < 150_000)
    }
    #expect(count == 1_000)
  }

  @Test("an end inside a message can be told from one between two")
  func ends() {
    for (text, isBetween) in [
      ("", true), ("Con", false), ("Content-Length: 1\r\n", false), ("Content-Length: 1\r\n\r\n", false),
      ("Content-Length: 1\r\n\r\n7", true),
    ] {
      var framer = ContentLengthFramer(sizeLimit: 10)
      framer.append(Array(text.utf8))
      while framer.next() != nil {}
      #expect(framer.isBetweenMessages == isBetween, "\(text)")
    }
  }

  @Test("random bytes never trap, however they are cut, and do not stop what follows")
  func fuzz() {
    var random = SplitMix64(seed: 99)
    let pieces = ["Content-Length", ":", " ", "\r", "\n", "\r\n\r\n", "5", "-", "{}", "content-length: 3\r\n\r\n", "é"]
    for _ in 0..<300 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1..<30, using: &random) {
        if Bool.random(using: &random) {
          bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        } else {
          bytes.append(.random(in: 0...255, using: &random))
        }
      }
      let whole = frames([bytes])
      #expect(frames(bytes.map { [$0] }) == whole)
      // The rest of one message may be lost in front of the next: as much as three digits can announce.
      guard !String(decoding: bytes, as: UTF8.self).contains("5555") else { continue }
      let padding = [UInt8](repeating: UInt8(ascii: "\n"), count: 1000)
      #expect(frames([bytes, padding, ContentLengthFramer.frame(Array("7".utf8))]).last == message("7"))
    }
  }
}

extension Array {
  /// Pieces of so many elements, the last one with what is left.
  fileprivate func chunked(_ count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
