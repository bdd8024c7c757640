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
    var writer = try JournalWriter(creating: path, from: number, salt: salt, in: files)
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
    var writer = try JournalWriter(creating: path, from: 5, salt: 99, in: files)
    try writer.append([Array("{}".utf8)])
    let text = try files.read(path).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(text == JournalTests.golden.replacing(" ", with: ""))
  }

  /// The name of the format and its version, then the checksum of what follows of the head: salt and number; then the
  /// length of the record, its checksum and its bytes.
  private static let golden =
    "434b4a4f55524e0a 01000000 b8cd8b84 6300000000000000 0500000000000000 02000000 414007d4 7b7d"

  @Test("Directories of file systems that need not be told to keep names are no fault; others that aren't there are")
  func directories() throws {
    #if os(Linux)
      try files.sync(directory: "/proc/self")
    #endif
    try files.sync(directory: directory.path)
    #expect(throws: POSIXError.self) { try files.sync(directory: directory.path + "/none") }
  }

  @Test("All records come back, with the number of the next one")
  func whole() throws {
    let bytes = try written()
    #expect(try read(bytes).payloads == JournalTests.payloads)
    #expect(try read(bytes).torn == 0)
    var reader = try JournalReader(bytes)
    while reader.next() != nil {}
    #expect(reader.number == 5 + UInt64(JournalTests.payloads.count))
  }

  @Test("Cut off at any byte, the records before are read and the rest is counted")
  func torn() throws {
    let bytes = try written()
    var ends = [32]
    for payload in JournalTests.payloads { ends.append((ends.last ?? 0) + 8 + payload.count) }
    for count in 0..<bytes.count {
      guard count >= 32 else {
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
      guard place >= 32 else {
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
    #expect(try read(Array(first.prefix(32)) + second.dropFirst(32)).payloads.isEmpty)
    try files.remove(path)
    let later = try written(from: 6, salt: 1)
    #expect(try read(Array(first.prefix(32)) + later.dropFirst(32)).payloads.isEmpty)
  }

  @Test("A file of a newer version is refused, with a sentence that says so")
  func newer() throws {
    var bytes = try written()
    bytes[8] = 2
    #expect(throws: JournalFault.newer(version: 2)) { try JournalReader(bytes) }
    #expect("\(JournalFault.newer(version: 2))".contains("newer chart-kernel"))
  }

  @Test("What is too large or empty is refused, and the journal is as it was")
  func limits() throws {
    var writer = try JournalWriter(creating: path, from: 0, salt: 1, in: files)
    try writer.append([[1]])
    for payload in [[], Array(repeating: 0, count: JournalFormat.payloadLimit + 1)] as [[UInt8]] {
      #expect(throws: POSIXError(number: EFBIG)) { try writer.append([[2], payload]) }
    }
    try writer.append([[3]])
    #expect(try read(try files.read(path)).payloads == [[1], [3]])
  }

  @Test("The last number is given to no record")
  func numbers() throws {
    var writer = try JournalWriter(creating: path, from: .max - 2, salt: 1, in: files)
    #expect(throws: POSIXError(number: EFBIG)) { try writer.append([[1], [2], [3]]) }
    try writer.append([[1], [2]])
    #expect(throws: POSIXError(number: EFBIG)) { try writer.append([[3]]) }
    var bytes = try files.read(path)
    #expect(try read(bytes).payloads == [[1], [2]])
    // Nor is one read.
    JournalFormat.append(UInt32(1), to: &bytes)
    JournalFormat.append(JournalFormat.checksum(salt: 1, number: .max, [3]), to: &bytes)
    #expect(try read(bytes + [3]).payloads == [[1], [2]])
  }

  @Test("Nothing is written to a file that was removed")
  func removed() throws {
    var writer = try JournalWriter(creating: path, from: 0, salt: 1, in: files)
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
