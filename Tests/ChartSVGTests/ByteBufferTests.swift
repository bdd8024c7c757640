import TestSupport
import Testing

@testable import ChartSVG

/// What is written, compared with the same said by slower means.
@Suite("Bytes of pictures")
struct ByteBufferTests {
  @Test("What is appended stands in its order, however often the memory has to grow", arguments: 1...40)
  func growing(_ capacity: Int) {
    var random = SplitMix64(seed: UInt64(capacity))
    var buffer = ByteBuffer(capacity: capacity)
    var expected: [UInt8] = []
    for _ in 0..<200 {
      let bytes = (0..<random.whole(0...50)).map { _ in UInt8(random.whole(0...255)) }
      switch random.whole(0...3) {
      case 0: for byte in bytes { buffer.append(byte) }
      case 1: bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
      case 2: buffer.append(atMost: 50) { place in for byte in bytes { place.write(byte) } }
      default:
        var other = ByteBuffer(capacity: 1)
        bytes.withUnsafeBufferPointer { other.append(contentsOf: $0) }
        buffer.append(contentsOf: other)
      }
      expected += bytes
    }
    #expect(buffer.bytes == expected)
    for tail in ["", "–", "</svg>\n"] {
      var other = ByteBuffer(capacity: 1)
      other.append(tail)
      let (bytes, text) = (buffer.bytes(followedBy: other), other.string(followedBy: other))
      #expect(bytes == expected + Array(tail.utf8))
      #expect(text == tail + tail)
    }
  }

  @Test("A number is rounded to hundredths, halves away from 0, and written without zeros that say nothing")
  func numbers() {
    var random = SplitMix64(seed: 7)
    var values: [Double] = [
      0, -0.0, 0.005, -0.005, 0.995, 1.005, -1.005, 0.1, 10, 99.999, 999.995, 1000, 12_345.678, 1e11, -1e11, 0.29, 0.3,
    ]
    for size in [1e-3, 0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e6, 1e9, 9e11] {
      for _ in 0..<200 { values.append(random.number(-size...size)) }
      for _ in 0..<200 { values.append(random.number(-999...999).rounded() / 200) }
    }
    for value in values {
      let hundredths = Int((value * 100).rounded(.toNearestOrAwayFromZero))
      #expect(SVGWriter.hundredths(value) == hundredths)
      var buffer = ByteBuffer(capacity: 1)
      buffer.append(atMost: ByteBuffer.longestNumber) { $0.write(hundredths: hundredths) }
      #expect(String(decoding: buffer.bytes, as: UTF8.self) == ByteBufferTests.text(hundredths: hundredths))
    }
    for value in [Double.nan, .infinity, -.infinity, 1e12, -1e300] { #expect(SVGWriter.hundredths(value) == 0) }
  }

  private static func text(hundredths: Int) -> String {
    let digits = String(hundredths.magnitude)
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    var fraction = String(padded.suffix(2))
    while fraction.last == "0" { fraction.removeLast() }
    let whole = String(padded.dropLast(2))
    let shown = fraction.isEmpty ? whole : (whole == "0" ? "" : whole) + "." + fraction
    return (hundredths < 0 ? "-" : "") + shown
  }

  @Test("The longest numbers there are fit into the room that is taken for one")
  func longest() {
    for number in [Int.min, Int.max] {
      var buffer = ByteBuffer(capacity: 1)
      buffer.append(atMost: ByteBuffer.longestNumber) { $0.write(hundredths: number) }
      #expect(buffer.count <= ByteBuffer.longestNumber)
    }
  }
}
