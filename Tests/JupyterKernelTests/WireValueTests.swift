import JupyterKernel
import Testing

@Suite("Dates, identifiers, digests")
struct WireValueTests {
  @Test(
    "Dates are ISO 8601 in UTC with six padded digits",
    arguments: [
      (0, 0, "1970-01-01T00:00:00.000000Z"),
      (-1, 999_999, "1969-12-31T23:59:59.999999Z"),
      (951_782_400, 42, "2000-02-29T00:00:00.000042Z"),
      (4_107_542_399, 5_000, "2100-02-28T23:59:59.005000Z"),
      (4_107_542_400, 0, "2100-03-01T00:00:00.000000Z"),
      (1_755_673_509, 4_200, "2025-08-20T07:05:09.004200Z"),
      (253_402_300_799, 0, "9999-12-31T23:59:59.000000Z"),
    ])
  func dates(seconds: Int, microseconds: Int, text: String) {
    #expect(ISODate(secondsSince1970: seconds, microseconds: microseconds).text == text)
  }

  @Test("Identifiers are version 4 UUIDs, each another")
  func identifiers() {
    let ids = (0..<1_000).map { _ in RandomID.make() }
    #expect(Set(ids).count == 1_000)
    for id in ids {
      let characters = Array(id)
      #expect(characters.count == 36)
      #expect([8, 13, 18, 23].allSatisfy { characters[$0] == "-" })
      #expect(characters[14] == "4")
      #expect("89ab".contains(characters[19]))
    }
  }

  @Test("A history of digests knows the newest and forgets the oldest")
  func digests() {
    var history = DigestHistory(capacity: 3)
    func digest(_ byte: UInt8) -> MessageDigest { MessageDigest(bytes: [UInt8](repeating: byte, count: 32)) }
    let isNew = [1, 2, 3, 1, 2, 3, 4, 2, 1, 2].map { history.record(digest($0)) }
    #expect(isNew == [true, true, true, false, false, false, true, false, true, true])
  }

  @Test("If nothing else is said a history knows the newest 65,536")
  func manyDigests() {
    var history = DigestHistory()
    func digest(_ number: Int) -> MessageDigest {
      MessageDigest(bytes: withUnsafeBytes(of: number) { Array($0) } + [UInt8](repeating: 0, count: 24))
    }
    let isNew = ((0..<65_536) + [0, 65_536, 1, 0]).map { history.record(digest($0)) }
    #expect(isNew.prefix(65_536).allSatisfy { $0 })
    #expect(isNew.suffix(4) == [false, true, false, true])
  }
}
