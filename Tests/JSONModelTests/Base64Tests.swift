import Foundation
import JSONModel
import TestSupport
import Testing

@Suite("Base64, against Foundation's")
struct Base64Tests {
  @Test("Bytes of every length and value are written alike, and read back")
  func roundTrip() {
    var random = SplitMix64(seed: 64)
    for length in 0...300 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = Base64.text(of: bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.bytes(of: text) == bytes)
    }
    for byte in UInt8.min...UInt8.max { #expect(Base64.text(of: [byte]) == Data([byte]).base64EncodedString()) }
  }

  @Test("Of all texts of up to four of the telling characters, the same are read, as the same bytes")
  func allShortTexts() {
    let characters = Array("Aaz9+/=- \n\u{E9}")
    var texts = [""]
    for _ in 1...4 {
      texts += texts.filter { $0.count == texts.last?.count }.flatMap { text in characters.map { text + String($0) } }
    }
    #expect(texts.count > 14_000)
    for text in texts {
      // Foundation takes padding inside of a text, too, and padding alone: RFC 4648, 3.3, lets both be refused.
      let padding = text.drop { $0 != "=" }
      let isOddlyPadded = padding.count > 2 || padding.contains { $0 != "=" }
      let expected = isOddlyPadded ? nil : Data(base64Encoded: text).map { [UInt8]($0) }
      #expect(Base64.bytes(of: text) == expected, "\(text)")
    }
  }
}
