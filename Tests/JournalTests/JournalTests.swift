import POSIX
import ServiceTestSupport
import Testing

@testable import Journal

@Suite("Journals: what was written whole is read, and nothing else")
struct JournalTests {
  private let directory: TemporaryDirectory
  private let files = SystemFiles()
  private var path: String { directory.path + "/log" }

  init() throws { directory = try TemporaryDirectory() }

  private static let payloads: [[UInt8]] = [[1], [2, 3], Array(repeating: 7, count: 300), [0], Array("{}".utf8)]

  private func written(from number: UInt64 = 5, salt: UInt64 = 99) throws -> [UInt8] {
    var writer = try JournalWriter(creating: path, from: JournalPlace(number: number), salt: salt, in: files)
    for payload in JournalTests.payloads { try writer.append([payload]) }
    return try files.read(path)
  }

  private func read(_ bytes: [UInt8]) throws -> (payloads: [[UInt8]], torn: Int) {
    var reader = try JournalReader(bytes)
    var payloads: [[UInt8]] = []
    while let payload = reader.next() { payloads.append(Array(payload)) }
    return (payloads, reader.tornByteCount)
  }

  @Test("The checksum is CRC-32C, as RFC 3720 has it")
  func checksum() {
    // RFC 3720, appendix B.4, and the check value of the catalogue of CRCs.
    let cases: [([UInt8], UInt32)] = [
      (Array("123456789".utf8), 0xE306_9283), (Array(repeating: 0, count: 32), 0x8A91_36AA),
      (Array(repeating: 0xFF, count: 32), 0x62A8_AB43), (Array(0..<32), 0x46DD_794E),
    ]
    for (bytes, expected) in cases {
      var checksum = Checksum()
      checksum.update(bytes)
      #expect(checksum.value == expected)
      // Of a sequence that has no memory of its own it is the same.
      var sequence = Checksum()
      sequence.update(bytes.lazy.map { $0 })
      #expect(sequence.value == expected)
      // In two pieces of any lengths, too.
      for place in bytes.indices {
        var pieces = Checksum()
        pieces.update(bytes[..<place])
        pieces.update(bytes[place...])
        #expect(pieces.value == expected)
      }
    }
  }

  @Test("A journal has these bytes, since others than this program have written and will read it")
  func bytes() throws {
    var writer = try JournalWriter(creating: path, from: JournalPlace(number: 5, before: 7), salt: 99, in: files)
    try writer.append([Array("{}".utf8)])
    let text = try files.read(path).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(text == JournalTests.golden.replacing(" ", with: ""))
  }

  /// The name of the format and its version, then the checksum of what follows of the head: salt, number and the checksum of
  /// the record before; then the length of the record, its checksum and its bytes.
  private static let golden =
    "434b4a4f55524e0a 02000000 850f2e58 6300000000000000 0500000000000000 07000000 02000000 82f12057 7b7d"
  private static let goldenOfVersionOne =
    "434b4a4f55524e0a 01000000 b8cd8b84 6300000000000000 0500000000000000 02000000 414007d4 7b7d"

  @Test("What a newer program wrote is told from what is no journal, as soon as its version is there")
  func newerVersion() {
    let bytes = Array(JournalFormat.magic) + [3, 0, 0, 0]
    #expect(throws: JournalFault.newer(version: 3)) { try JournalReader(bytes) }
    #expect(throws: JournalFault.notJournal) { try JournalReader(bytes.dropLast()) }
  }

  @Test("Directories of file systems that need not be told to keep names are no fault; others that aren't there are")
  func directories() throws {
    #if os(Linux)
      try files.sync(directory: "/proc/self")
    #endif
    try files.sync(directory: directory.path)
    #expect(throws: POSIXError.self) { try files.sync(directory: directory.path + "/none") }
  }

  @Test("Of a directory's failures these two mean that there is nothing to do")
  func failuresOfDirectories() {
    #expect((0...133).filter { SystemFiles.needsNoSync(POSIXError(number: $0)) } == [EBADF, EINVAL].sorted())
  }

  @Test("All records come back, with the number of the next one")
  func whole() throws {
    let bytes = try written()
    #expect(try read(bytes).payloads == JournalTests.payloads)
    #expect(try read(bytes).torn == 0)
    var reader = try JournalReader(bytes)
    while reader.next() != nil {}
    #expect(reader.place.number == 5 + UInt64(JournalTests.payloads.count))
  }

  @Test("Cut off at any byte, the records before are read and the rest is counted")
  func torn() throws {
    let bytes = try written()
    var ends = [JournalFormat.headerByteCount]
    for payload in JournalTests.payloads { ends.append((ends.last ?? 0) + 8 + payload.count) }
    for count in 0..<bytes.count {
      guard count >= JournalFormat.headerByteCount else {
        #expect(throws: JournalFault.notJournal) { try JournalReader(Array(bytes.prefix(count))) }
        continue
      }
      let (payloads, torn) = try read(Array(bytes.prefix(count)))
      let whole = ends.lastIndex { $0 <= count } ?? 0
      #expect(payloads == Array(JournalTests.payloads.prefix(whole)))
      #expect(torn == count - ends[whole])
    }
  }

  @Test("With any byte changed, no record from there on is read as another one")
  func damaged() throws {
    let bytes = try written()
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x40
      // The version is known by the checksum.
      if (8..<12).contains(place) {
        #expect(try read(damaged).payloads == JournalTests.payloads)
        continue
      }
      guard place >= JournalFormat.headerByteCount else {
        #expect(throws: JournalFault.self) { try JournalReader(damaged) }
        continue
      }
      let payloads = try read(damaged).payloads
      #expect(payloads == Array(JournalTests.payloads.prefix(payloads.count)))
      #expect(payloads.count < JournalTests.payloads.count)
    }
  }

  @Test("Records of another file, or in another place, are none")
  func salt() throws {
    let first = try written(salt: 1)
    try files.remove(path)
    let second = try written(salt: 2)
    #expect(try read(Array(first.prefix(36)) + second.dropFirst(36)).payloads.isEmpty)
    try files.remove(path)
    let later = try written(from: 6, salt: 1)
    #expect(try read(Array(first.prefix(36)) + later.dropFirst(36)).payloads.isEmpty)
  }

  @Test("What was given up before a record of the same number does not go on with what comes behind that")
  func givenUp() throws {
    // The first two records of one length each: what is behind the first one fits in its place, and number, too.
    let ends = try ([[1], [2]] as [[UInt8]]).map { first in
      try? files.remove(path)
      var writer = try JournalWriter(creating: path, from: JournalPlace(number: 0), salt: 1, in: files)
      try writer.append([first])
      let end = writer.byteCount
      try writer.append([[3]])
      return (bytes: try files.read(path), end: end)
    }
    // The loss of power took what was written in its place, but not what came behind.
    let mixed = Array(ends[0].bytes.prefix(ends[0].end)) + ends[1].bytes.dropFirst(ends[1].end)
    #expect(try read(mixed).payloads == [[1]])
    #expect(try read(ends[1].bytes).payloads == [[2], [3]])
  }

  @Test("A file tells behind which record it goes on")
  func goesOn() throws {
    var writer = try JournalWriter(creating: path, from: JournalPlace(number: 7), salt: 1, in: files)
    #expect(writer.place == JournalPlace(number: 7, before: 0))
    try writer.append([[1], [2]])
    var reader = try JournalReader(try files.read(path))
    while reader.next() != nil {}
    #expect(reader.place == writer.place && reader.place.number == 9)
    let later = try JournalWriter(creating: path + "-2", from: writer.place, salt: 2, in: files)
    #expect(try JournalReader(try files.read(path + "-2")).place == later.place)
    #expect(writer.place.isContinued(at: later.place))
    // Behind another record of that number, or at another number, it does not.
    #expect(!JournalPlace(number: 9, before: 1).isContinued(at: later.place))
    #expect(!JournalPlace(number: 8, before: nil).isContinued(at: later.place))
    // Nobody knows of which record a snapshot is the last, nor what version 1 went on from.
    #expect(JournalPlace(number: 9, before: nil).isContinued(at: later.place))
    #expect(later.place.isContinued(at: JournalPlace(number: 9, before: nil)))
  }

  @Test("A file of version 1 is read, and gone on from")
  func versionOne() throws {
    let bytes = JournalTests.goldenOfVersionOne.split(separator: " ").joined()
    let digits = Array(bytes)
    let file = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    var reader = try JournalReader(file)
    #expect(reader.place == JournalPlace(number: 5, before: nil))
    #expect(reader.next().map(Array.init) == Array("{}".utf8))
    #expect(reader.place == JournalPlace(number: 6, before: 0xD407_4041) && reader.tornByteCount == 0)
    #expect(throws: JournalFault.notJournal) { try JournalReader(Array(file.prefix(31))) }
  }

  @Test("A file of a newer version is refused, with a sentence that says so")
  func newer() throws {
    var bytes = try written()
    bytes[8] = 3
    // The checksum of another version, as that of a newer one is.
    bytes[12] ^= 1
    #expect(throws: JournalFault.newer(version: 3)) { try JournalReader(bytes) }
    // And the right one of that version, as far as this one can tell.
    var checksum = Checksum()
    checksum.update(JournalFormat.bytes(of: 3))
    checksum.update(bytes[16..<JournalFormat.headerByteCount(ofVersion: 3)])
    bytes.replaceSubrange(12..<16, with: JournalFormat.bytes(of: checksum.value))
    #expect(throws: JournalFault.newer(version: 3)) { try JournalReader(bytes) }
    #expect("\(JournalFault.newer(version: 3))".contains("newer chart-kernel"))
  }

  @Test("A version of which bits are damaged is known by the checksum, and the file read")
  func damagedVersion() throws {
    let whole = try written()
    for bit in 0..<32 {
      var bytes = whole
      bytes[8 + bit / 8] ^= 1 << (bit % 8)
      #expect(try read(bytes) == (JournalTests.payloads, 0), "bit \(bit)")
    }
  }

  @Test("What is too large or empty is refused, and the journal is as it was")
  func limits() throws {
    var writer = try JournalWriter(creating: path, from: JournalPlace(number: 0), salt: 1, in: files)
    try writer.append([[1]])
    for payload in [[], Array(repeating: 0, count: JournalFormat.payloadLimit + 1)] as [[UInt8]] {
      #expect(throws: POSIXError(number: EFBIG)) { try writer.append([[2], payload]) }
    }
    try writer.append([[3]])
    #expect(try read(try files.read(path)).payloads == [[1], [3]])
  }

  @Test("The last number is given to no record")
  func numbers() throws {
    var writer = try JournalWriter(creating: path, from: JournalPlace(number: .max - 2), salt: 1, in: files)
    #expect(throws: POSIXError(number: EFBIG)) { try writer.append([[1], [2], [3]]) }
    try writer.append([[1], [2]])
    #expect(throws: POSIXError(number: EFBIG)) { try writer.append([[3]]) }
    var bytes = try files.read(path)
    #expect(try read(bytes).payloads == [[1], [2]])
    // Nor is one read.
    JournalFormat.append(UInt32(1), to: &bytes)
    JournalFormat.append(JournalFormat.checksum(salt: 1, at: writer.place, [3]), to: &bytes)
    #expect(try read(bytes + [3]).payloads == [[1], [2]])
  }

  @Test("Nothing is written to a file that was removed")
  func removed() throws {
    var writer = try JournalWriter(creating: path, from: JournalPlace(number: 0), salt: 1, in: files)
    try writer.append([[1]])
    try files.remove(path)
    #expect(throws: POSIXError(number: ENOENT)) { try writer.append([[2]]) }
  }

  @Test("A lock is held by one, until it is let go")
  func lock() throws {
    let lock = try #require(try files.lock(path))
    #expect(try files.lock(path) == nil)
    withExtendedLifetime(lock) {}
    _ = consume lock
    #expect(try files.lock(path) != nil)
  }

  @Test("A content's name is BLAKE2b of 32 bytes")
  func digest() throws {
    // As `b2sum -l 256` has them.
    let empty = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
    let abc = "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
    #expect(ContentDigest(of: []).description == empty)
    #expect(ContentDigest(of: Array("abc".utf8)).description == abc)
    #expect(ContentDigest(abc)?.description == abc)
    for name in ["", "abc", String(repeating: "g", count: 64), abc.uppercased(), "../" + abc.dropFirst(3)] {
      #expect(ContentDigest(name) == nil)
    }
  }
}
