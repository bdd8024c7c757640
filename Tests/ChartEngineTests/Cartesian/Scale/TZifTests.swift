@testable import ChartEngine
import Testing
import TestSupport

@Suite("A1 Zone files (RFC 9636)")
struct TZifTests {
  /// A file with one block of 32-bit times, and behind it one of 64-bit times and a footer if there is one.
  private func file(
    _ transitions: [(Int, UInt8)], types: [Int], footer: String?, version: UInt8 = UInt8(ascii: "2"), leaps: Int = 0,
    indicators: (ut: Int, standard: Int) = (0, 0)
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func block(_ width: Int, _ transitions: [(Int, UInt8)]) -> [UInt8] {
      let counts = [indicators.ut, indicators.standard, leaps, transitions.count, types.count, 4].flatMap {
        number($0, 4)
      }
      return Array("TZif".utf8) + [footer == nil ? 0 : version] + Array(repeating: 0, count: 15) + counts
        + transitions.flatMap { number($0.0, width) } + transitions.map(\.1) + types.flatMap { number($0, 4) + [0, 0] }
        + Array("LMT\0".utf8) + Array(repeating: 0, count: leaps * (width + 4))
        + Array(repeating: 0, count: indicators.standard + indicators.ut)
    }
    guard let footer else { return block(4, transitions) }
    return block(4, []) + block(8, transitions) + Array("\n\(footer)\n".utf8)
  }

  private func zone(_ bytes: [UInt8]) throws -> TimeZoneRules { try TimeZoneRules(name: "x", tzif: bytes) }

  @Test(
    "A1 Version 1 has 32-bit times and no rule; its first type holds before the first transition, its last for ever")
  func versionOne() throws {
    let zone = try zone(file([(-1000, 1), (1000, 2)], types: [60, 120, -180], footer: nil))
    #expect(
      [-1_000_000, -1001, -1000, 999, 1000, 4_000_000_000].map { zone.offset(at: $0) } == [
        60, 60, 120, 120, -180, -180,
      ])
    #expect(zone.nextTransition(after: -5000) == -1000 && zone.nextTransition(after: 1000) == nil)
  }

  @Test(
    "A1 Versions 2 and later: 64-bit times, then the rule; without a table the rule alone", arguments: ["2", "3", "4"])
  func versionTwo(version: Unicode.Scalar) throws {
    let version = UInt8(ascii: version)
    let long = try zone(file([(-5_000_000_000, 1)], types: [60, 0], footer: "AAA0BBB,J100,J200", version: version))
    #expect(long.offset(at: -5_000_000_001) == 60 && long.offset(at: -5_000_000_000) == 0)
    #expect(long.offset(at: 150 * 86_400) == 3600 && long.offset(at: 250 * 86_400) == 0)
    #expect(long.nextTransition(after: 0) == 99 * 86_400 + 7200)
    let rule = try zone(file([], types: [60], footer: "AAA-1", version: version))
    #expect(rule.offset(at: -5_000_000_000) == 3600 && rule.nextTransition(after: 0) == nil)
    let none = try zone(file([(0, 1)], types: [60, 90], footer: "", version: version))
    #expect(none.offset(at: -1) == 60 && none.offset(at: 0) == 90 && none.future == nil)
  }

  @Test("A1 Whether times are standard or universal changes nothing for what has a rule; either may be told, or both")
  func indicators() throws {
    let plain = try zone(file([(0, 1)], types: [60, 90], footer: "AAA-2"))
    for indicators in [(ut: 2, standard: 0), (ut: 0, standard: 2), (ut: 2, standard: 2)] {
      #expect(try zone(file([(0, 1)], types: [60, 90], footer: "AAA-2", indicators: indicators)) == plain)
    }
  }

  @Test("A1 A rule that contradicts the table's last entry holds from there on, and the change is a transition")
  func contradiction() throws {
    let zone = try zone(file([(0, 1), (1000, 0)], types: [60, 90], footer: "AAA-2"))
    #expect(zone.offset(at: 999) == 90 && zone.offset(at: 1000) == 7200 && zone.nextTransition(after: 0) == 1000)
  }

  @Test("Bad input: Files that are cut, lie about themselves or have leap seconds are refused")
  func refused() throws {
    let good = file([(0, 1), (1000, 0)], types: [60, 90], footer: "AAA-2")
    #expect(throws: Never.self) { try zone(good) }
    #expect(throws: Never.self) { try zone(file([(.min, 1), (.max, 0)], types: [60, 90], footer: "AAA-2")) }
    for count in 0..<good.count {
      #expect(throws: TimeTextError.self, "\(count) bytes") { try zone(Array(good.prefix(count))) }
    }
    let bad = [
      file([(0, 2)], types: [60, 90], footer: "AAA-2"),  // no such type
      file([(0, 1), (0, 0)], types: [60, 90], footer: "AAA-2"),  // times that don't rise
      file([(0, 1), (899, 0)], types: [60, 90], footer: "AAA-2"),  // twice within a quarter of an hour
      file([(.min, 1), (.min + 1, 0)], types: [60, 90], footer: "AAA-2"),
      file([], types: [], footer: "AAA-2"),
      file([], types: [100_000], footer: "AAA-2"),  // more than a day
      file([], types: [60], footer: "AAA"), file([], types: [60], footer: "AAA-2", version: 1),
      file([], types: [60], footer: "AAA-2", leaps: 1), Array("TZjf".utf8) + good.dropFirst(4),
    ]
    for bytes in bad { #expect(throws: TimeTextError.self) { try zone(bytes) } }
    // Counts of 2³² − 1 each.
    #expect(throws: TimeTextError.self) { try zone(Array("TZif2".utf8) + Array(repeating: 255, count: 10_000)) }
  }

  @Test("A file may have as many types of local time as a byte can name", arguments: [1, 255, 256, 257])
  func types(count: Int) throws {
    let bytes = file([(0, UInt8(min(count, 256) - 1))], types: Array(repeating: 60, count: count), footer: "AAA-2")
    if count <= 256 {
      #expect(try zone(bytes).offset(at: 0) == 7200)
    } else {
      #expect(throws: TimeTextError.self) { try zone(bytes) }
    }
  }

  @Test("Bad input: 100,000 mutated files are refused or give zones that answer everything", arguments: ZoneFiles.names)
  func fuzz(name: String) {
    let original = ZoneFiles.bytes(name)
    // Where the block begins that counts: what is before is only skipped.
    let second = original.indices.dropFirst(5).first { original[$0...].starts(with: "TZif".utf8) } ?? 0
    var random = SplitMix64(seed: UInt64(name.utf8.count))
    var wrong = Mismatches()
    let rounds = sample(0..<20_000)
    var read = 0
    for _ in rounds {
      var bytes = original
      for _ in 0..<random.whole(1...4) {
        let position = random.chance(0.8) ? random.whole(second...bytes.count - 1) : random.whole(0...bytes.count - 1)
        switch random.whole(0...9) {
        case 0: bytes.removeLast(random.whole(1...20))
        case 1: bytes.insert(UInt8(random.whole(0...255)), at: position)
        case 2: bytes[position] = random.chance(0.5) ? 0 : 255
        case 3: bytes[position] ^= 1 << UInt8(random.whole(0...7))
        default: bytes[position] = UInt8(random.whole(0...255))
        }
        if bytes.count <= second + 50 { break }
      }
      guard let zone = try? TimeZoneRules(name: name, tzif: bytes) else { continue }
      read += 1
      wrong.expect(zone.offsets.count == zone.transitions.count + 1, "\(zone)")
      for second in [-5_000_000_000, 0, 1_795_275_005, 5_000_000_000, 6_000_000_000_000, -6_000_000_000_000] {
        wrong.expect(TimeZoneRules.believable.contains(zone.offset(at: second)), "\(zone) at \(second)")
        if let next = zone.nextTransition(after: second) { wrong.expect(next > second, "\(zone) after \(second)") }
        let instant = zone.instant(of: second)
        wrong.expect(abs(instant - second) <= 2 * 93_600, "\(zone) of \(second)")
      }
      let ticks = TimeTicks(Domain(1_795_275_005_250, 1_795_275_005_250 + 1e9), in: zone, maxCount: 8)
      wrong.expect(zip(ticks.values, ticks.values.dropFirst()).allSatisfy { $0 < $1 }, "\(ticks.values)")
    }
    wrong.check()
    // Both are there, or nothing was tested.
    #expect(read > rounds.count / 40 && read < rounds.count - rounds.count / 40, "\(read) of \(rounds.count) were read")
  }
}
