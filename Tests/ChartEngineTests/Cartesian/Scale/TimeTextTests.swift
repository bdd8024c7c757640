@testable import ChartEngine
import Testing
import TestSupport

@Suite("A7 Times as ISO 8601 writes them")
struct TimeTextTests {
  private static let berlin = try? TimeZoneRules(name: "Europe/Berlin", tzif: ZoneFiles.bytes("Europe/Berlin"))

  @Test(
    "A7 What is read",
    arguments: [
      ("1970-01-01", 0), ("1970", 0), ("1970-01", 0), ("19700101", 0), ("1970-01-01T00:00:00Z", 0),
      ("1970-01-01T00", 0), ("1970-01-01 00:00", 0), ("1970-01-01t00:00z", 0), ("1970-01-02T00:00", 86_400_000),
      ("1969-12-31T24:00", 0), ("1969-12-31T23:59:60Z", 0), ("2000-02-29", 951_782_400_000),
      ("2000/02/29", 951_782_400_000), ("1970/01", 0),
      ("2026-11-21T15:30:05.250Z", 1_795_275_005_250), ("20261121T153005,25Z", 1_795_275_005_250),
      ("2026-11-21T15:30:05.25+01:00", 1_795_271_405_250), ("2026-11-21T15:30:05-0530", 1_795_294_805_000),
      ("2026-11-21T15+01", 1_795_271_400_000 - 1_800_000), ("2026-11-21T00:00-00:00", 1_795_219_200_000),
      ("1970-01-01T00:00:00.0005Z", 0.5), ("1970-01-01T00:00:00.123456789Z", 123.456789),
      ("1970-01-01T00:00:00.1234567890123456789012345678901Z", 123.45678901234568),
      ("+12345-06-07", 327_416_947_200_000), ("-12345-06-07T00:00Z", -451_724_169_600_000),
      ("+001970-01-01", 0), ("-0001-01-01", -62_198_755_200_000), ("0000-01-01", -62_167_219_200_000),
      ("+200000-12-31", 978_220_800_000 + 495 * 146_097 * 86_400_000), ("1900-01-01T00:00:00Z", -2_208_988_800_000),
      ("2100-03-01T00:00:00Z", 4_107_542_400_000), ("2038-01-19T03:14:08Z", 2_147_483_648_000),
    ] as [(String, Double)])
  func read(text: String, expected: Double) throws {
    #expect(try TimeText.milliseconds(text, in: .utc) == expected)
  }

  @Test(
    "A7 What is refused, with the byte at which it stops making sense",
    arguments: [
      ("", 0), ("x", 0), ("26-11-21", 0), ("2026-1-05", 5), ("2026-13-01", 5), ("2026-00-01", 5), ("2026-02-29", 8),
      ("2026-11-31", 8), ("2026/11-21", 7), ("2026-11/21", 7),
      ("2026-11-21x", 10), ("2026-11-21T", 11), ("2026-11-21T25", 11), ("2026-11-21T24:01", 11),
      ("2026-11-21T12:60", 14), ("2026-11-21T12:30:61", 17), ("2026-11-21T12:30:05.", 20), ("2026-11-21T12:30:05x", 19),
      ("2026-11-21T12:30+", 17), ("2026-11-21T12:30+26", 17), ("2026-11-21T12:30+01:60", 20),
      ("2026-11-21T12:30Zx", 17), ("2026-11-21T12:30+01:00x", 22), (" 2026", 0), ("+2026-11-21T12:3", 15),
      ("+300000-01-01", 1), ("2026-W47-6", 5), ("2026-325", 5), ("１９７０", 0), ("2026-11-21T12.5", 13),
      ("20261", 0), ("99999999999999999999", 4),
    ] as [(String, Int)])
  func refused(text: String, offset: Int) {
    let error = #expect(throws: TimeTextError.self) { try TimeText.milliseconds(text, in: .utc) }
    #expect(error?.offset == offset && error?.reason.isEmpty == false, "\(String(describing: error))")
  }

  @Test(
    "A7 Without an offset it is the zone's time, twice-shown hours being the first, skipped ones the end of the gap")
  func zone() throws {
    let berlin = try #require(TimeTextTests.berlin)
    func same(_ local: String, _ utc: String) throws -> Bool {
      try TimeText.milliseconds(local, in: berlin) == TimeText.milliseconds(utc, in: .utc)
    }
    #expect(try same("2026-11-21", "2026-11-20T23:00Z"))
    #expect(try same("2026", "2025-12-31T23:00Z") && same("2026-07", "2026-06-30T22:00Z"))
    #expect(try same("2026-07-01T12:00:00.5", "2026-07-01T10:00:00.5Z"))
    #expect(try same("2026-10-25T02:30", "2026-10-25T00:30Z") && same("2026-10-25T03:00", "2026-10-25T02:00Z"))
    #expect(try same("2026-03-29T02:30", "2026-03-29T01:00Z") && same("2026-03-29T01:59:59", "2026-03-29T00:59:59Z"))
    #expect(try same("2026-03-29T02:30+01:00", "2026-03-29T01:30Z"))
  }

  @Test("A7 100,000 random instants are read back as they are written")
  func roundTrip() throws {
    let pattern = try TimePattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")
    let berlin = try #require(TimeTextTests.berlin)
    var random = SplitMix64(seed: 8)
    var wrong = Mismatches()
    for _ in 0..<100_000 {
      let instant = Double(random.whole(-60_000_000_000_000...250_000_000_000_000))
      let text = pattern.format(instant, in: berlin)
      // Local mean time, until 1893, has seconds that ISO 8601 offsets have not.
      guard instant > -2_400_000_000_000 else { continue }
      wrong.expect((try? TimeText.milliseconds(text, in: .utc)) == instant, "\(text) for \(instant)")
    }
    wrong.check()
  }

  @Test("Bad input: No text of 100,000 random ones traps")
  func fuzz() {
    let alphabet = Array("0123456789-+:.,TZ tz+é\n")
    var random = SplitMix64(seed: 9)
    var read = 0
    for _ in 0..<100_000 {
      var text = Array("2026-11-21T15:30:05.250+01:00".prefix(random.whole(0...29)))
      for _ in 0..<random.whole(0...4) {
        let position = random.whole(0...text.count)
        let character = alphabet[random.whole(0...alphabet.count - 1)]
        if position < text.count, random.chance(0.7) {
          text[position] = character
        } else {
          text.insert(character, at: position)
        }
      }
      if let value = try? TimeText.milliseconds(String(text), in: .utc) {
        read += 1
        #expect(value.isFinite)
      }
    }
    #expect(read > 1000 && read < 99_000)
  }
}
