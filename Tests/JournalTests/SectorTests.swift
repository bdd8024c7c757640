import POSIX
import ServiceTestSupport
import Testing

@testable import Journal

@Suite("What is left of a journal: a loss of power is told from damage")
struct SectorTests {
  private let directory: TemporaryDirectory
  private let files = SystemFiles()

  init() throws { directory = try TemporaryDirectory() }

  private static let texts = [40, 300, 700, 90, 1_400].map { Array(repeating: UInt8(ascii: "x"), count: $0) }

  /// The bytes of a journal, and where its records begin and end.
  private func written() throws -> (bytes: [UInt8], places: [Int]) {
    let path = directory.path + "/log"
    var writer = try JournalWriter(creating: path, from: JournalPlace(number: 0), salt: 99, in: files)
    var places = [writer.byteCount]
    for text in SectorTests.texts {
      try writer.append([text])
      places.append(writer.byteCount)
    }
    return (try files.read(path), places)
  }

  /// The number of the first record that is not whole, and whether it is taken for torn.
  private func end(of bytes: [UInt8]) throws -> (number: UInt64, isTorn: Bool) {
    var reader = try JournalReader(bytes)
    while reader.next() != nil {}
    return (reader.place.number, reader.isTorn)
  }

  @Test("A file that ends anywhere is torn there")
  func cut() throws {
    let (bytes, places) = try written()
    for count in places[0]...bytes.count { #expect(try end(of: Array(bytes[..<count])).isTorn, "\(count)") }
    for count in 0..<places[0] { #expect(JournalReader.lacksBeginning(Array(bytes[..<count])), "\(count)") }
  }

  @Test("What was written at once and did not get to a sector is torn, whatever is there of all else")
  func lost() throws {
    let (bytes, places) = try written()
    for (place, next) in zip(places, places.dropFirst()) {
      var start = place
      while start < next {
        let sector = min(next, (start / 512 + 1) * 512)
        var lost = bytes
        for index in start..<sector { lost[index] = 0 }
        let end = try end(of: lost)
        #expect(end.isTorn && places[Int(end.number)] == place, "\(start)")
        start = sector
      }
    }
    #expect(JournalReader.lacksBeginning(Array(repeating: 0, count: places[0]) + bytes[places[0]...]))
  }

  @Test("A bit that is not as it was is no loss of power, wherever it is in a record with another one behind it")
  func damaged() throws {
    let (bytes, places) = try written()
    for index in places[0]..<places[4] {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        let end = try end(of: damaged)
        #expect(!end.isTorn && end.number < 4, "\(index), \(bit)")
      }
    }
    // But of the version, whose next values are those of newer programs.
    for index in 0..<places[0] where !(8..<12).contains(index) {
      var damaged = bytes
      damaged[index] ^= 1 << (index % 8)
      #expect(throws: JournalFault.notJournal) { try JournalReader(damaged) }
      #expect(!JournalReader.lacksBeginning(damaged))
    }
  }

  @Test("A directory that does not tell all of its names tells none")
  func names() throws {
    let path = directory.path + "/file"
    try POSIXFile.replace(path, with: [], mode: 0o755)
    // It may be read and gone through, as far as its rights go.
    let error = #expect(throws: POSIX.POSIXError.self) { try files.names(in: path) }
    #expect(error?.number == ENOTDIR)
  }

  @Test("A file that says it is larger than any journal is not read")
  func huge() throws {
    let file = try files.create(directory.path + "/huge")
    try file.truncate(to: SystemFiles.readLimit + 1)
    let error = #expect(throws: POSIX.POSIXError.self) { try files.read(directory.path + "/huge") }
    #expect(error?.number == EFBIG)
  }
}
