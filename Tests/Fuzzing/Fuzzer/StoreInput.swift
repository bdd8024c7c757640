import OrderedCollections
import StoreSimulation

@testable import Journal

/// The files of a store that an input stands for.
///
/// A mutated byte would be caught by a checksum nearly always, and what lies behind would never be reached. So most inputs
/// are pieces with a byte 0 between them, of which files are made that have all lengths and checksums right. What a piece
/// is its first byte says; see ``Mark``.
struct StoreInput {
  /// What the first byte of a piece says.
  enum Mark {
    /// The rest is the path of the file that the next pieces go into, and after a blank, if there is one, the number of
    /// its first record. Otherwise that is the number with which the file before would go on.
    static let file: UInt8 = 1
    /// The rest is a content; it lies beside the file, under its right name.
    static let content: UInt8 = 2
    /// The same of a column of numbers, which are given with commas between them.
    static let column: UInt8 = 3
    /// The same of bytes that are given in hexadecimal digits.
    static let digits: UInt8 = 4
    /// The rest stands in the file as it is, without a frame.
    static let plain: UInt8 = 5
    /// Anywhere in a piece: with a digit behind it, the name of that content.
    static let reference: UInt8 = 6
  }

  /// A session's directory, where nothing else is said.
  static let session = "sessions/0000000001"
  /// Of the files that are made. Any number would do.
  private static let salt: UInt64 = 0x5A17

  /// By their paths inside the store.
  private(set) var files: OrderedDictionary<String, [UInt8]> = [:]

  private var path = StoreInput.session + "/log-0"
  /// Where the next record comes.
  private var place = JournalPlace(number: 0)
  /// The checksums of the records by the numbers of those behind them: a file goes on behind the last one that there was.
  private var checksums: [UInt64: UInt32] = [:]
  private var contents: [Content] = []

  init(_ choices: inout Choices) {
    files["store.json"] = Array(#"{"format": "chartkernel-store", "version": 1}"#.utf8)
    switch choices.below(8) {
    case 0: files[path] = Array(choices.rest)
    case 1: files[path] = StoreInput.mended(Array(choices.rest))
    case 2: files[StoreInput.session + "/snapshot-1"] = StoreInput.mended(Array(choices.rest))
    case 3: files["store.json"] = Array(choices.rest)
    case 4: add(chartWith: Array(choices.rest))
    default: add(pieces: choices.rest.split(separator: 0))
    }
  }

  // MARK: - Pieces

  private mutating func add(pieces: [ArraySlice<UInt8>]) {
    // Names of contents may stand before these.
    contents = pieces.compactMap(StoreInput.content)
    var left = contents[...]
    for piece in pieces {
      if StoreInput.content(piece) != nil, let content = left.popFirst() {
        let name = "\(path.directory)/contents/\(content.name)"
        if files[name] == nil { files[name] = content.bytes }
        continue
      }
      switch piece.first {
      case Mark.file: begin(resolved(piece.dropFirst()))
      case Mark.plain: files[path, default: []] += resolved(piece.dropFirst())
      default: append(resolved(piece))
      }
    }
  }

  /// What lies beside journals, under a name that says what it is.
  private struct Content {
    let bytes: [UInt8]
    let name: ContentDigest

    init(_ bytes: [UInt8]) { (self.bytes, name) = (bytes, ContentDigest(of: bytes)) }
  }

  private static func content(_ piece: ArraySlice<UInt8>) -> Content? {
    let bytes = Array(piece.dropFirst())
    return switch piece.first {
    case Mark.content: Content(bytes)
    case Mark.column: Content(column(bytes))
    case Mark.digits: Content(StoreInput.bytes(ofDigits: bytes))
    default: nil
    }
  }

  /// A piece with the names of contents put in.
  private func resolved(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    guard piece.contains(Mark.reference) else { return Array(piece) }
    var (result, rest) = ([UInt8](), piece)
    while let byte = rest.popFirst() {
      guard byte == Mark.reference, let digit = rest.first, contents.indices.contains(Int(digit) - 0x30) else {
        result.append(byte)
        continue
      }
      result += contents[Int(digit) - 0x30].name.description.utf8
      rest.removeFirst()
    }
    return result
  }

  private mutating func begin(_ piece: [UInt8]) {
    let parts = piece.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    let names = (parts.first ?? "").split(separator: "/").filter { $0 != "." && $0 != ".." }.prefix(4)
    guard !names.isEmpty else { return }
    path = names.joined(separator: "/")
    if parts.count > 1, let first = UInt64(parts[1]) {
      place = JournalPlace(number: first, before: checksums[first] ?? 0)
    }
    if path.name.hasPrefix("snapshot-") { place = JournalPlace(number: 0) }
    // A second time it has another beginning, or none.
    files[path] = path.isJournal ? JournalFormat.header(salt: StoreInput.salt, first: place) : []
  }

  private mutating func append(_ payload: [UInt8]) {
    if files[path] == nil { files[path] = JournalFormat.header(salt: StoreInput.salt, first: place) }
    var record: [UInt8] = []
    JournalFormat.append(UInt32(payload.count), to: &record)
    let checksum = JournalFormat.checksum(salt: StoreInput.salt, at: place, payload)
    JournalFormat.append(checksum, to: &record)
    files[path, default: []] += record + payload
    place = JournalPlace(number: place.number &+ 1, before: checksum)
    checksums[place.number] = checksum
  }

  // MARK: - Contents

  /// A chart whose data are a content that is all of the input, and one whose spec that is.
  private mutating func add(chartWith bytes: [UInt8]) {
    let name = Content(bytes).name
    files["\(StoreInput.session)/contents/\(name)"] = bytes
    let spec = #"{"kind":"line","series":[{"values":{"buffer":0}}]}"#
    let state = #"{"startAngle":0,"selection":null,"hidden":[],"progress":1}"#
    // What cannot be read ends the log, and the chart before stays.
    for payload in [
      #"{"head":{"session":"default","run":"run","began":1}}"#,
      #"{"source":{"id":1,"source":{"spec":\#(spec),"columns":{"buffer[0]":"\#(name)"}}}}"#,
      #"{"create":{"chart":"c","source":1,"revision":1,"state":\#(state)}}"#,
      #"{"source":{"id":2,"contents":{"source":"\#(name)"}}}"#,
      #"{"create":{"chart":"d","source":2,"revision":1,"state":\#(state)}}"#,
    ] {
      append(Array(payload.utf8))
    }
  }

  /// Numbers as contents have them.
  private static func column(_ text: [UInt8]) -> [UInt8] {
    [UInt8(ascii: "d")]
      + text.split(separator: UInt8(ascii: ",")).flatMap { number in
        let value = Double(String(decoding: number, as: UTF8.self)) ?? .nan
        return withUnsafeBytes(of: value.bitPattern.littleEndian, Array.init)
      }
  }

  private static func bytes(ofDigits text: [UInt8]) -> [UInt8] {
    let values = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  // MARK: - Checksums

  /// A journal's bytes with all checksums made right, as far as its lengths lead.
  private static func mended(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 12 else { return bytes }
    let version: UInt32 = bytes.number(at: 8)
    var offset = JournalFormat.headerByteCount(ofVersion: version)
    guard bytes.count >= offset else { return bytes }
    var bytes = bytes
    var checksum = Checksum()
    checksum.update(bytes[8..<12])
    checksum.update(bytes[16..<offset])
    bytes.replaceSubrange(12..<16, with: JournalFormat.bytes(of: checksum.value))
    let salt: UInt64 = bytes.number(at: 16)
    var place = JournalPlace(number: bytes.number(at: 24), before: version < 2 ? nil : bytes.number(at: 32))
    while offset + JournalFormat.recordHeaderByteCount <= bytes.count {
      let length = Int(bytes.number(at: offset, as: UInt32.self))
      let start = offset + JournalFormat.recordHeaderByteCount
      guard length > 0, length <= bytes.count - start else { break }
      let sum = JournalFormat.checksum(salt: salt, at: place, bytes[start..<start + length])
      bytes.replaceSubrange(offset + 4..<start, with: JournalFormat.bytes(of: sum))
      place = JournalPlace(number: place.number &+ 1, before: version < 2 ? nil : sum)
      offset = start + length
    }
    return bytes
  }
}

extension String {
  /// The directory of a path; what has none is in the store itself.
  fileprivate var directory: String { split(separator: "/").dropLast().joined(separator: "/") }
  fileprivate var name: Substring { split(separator: "/").last ?? "" }
  /// Whether a file of this name begins with a journal's header.
  fileprivate var isJournal: Bool { name.hasPrefix("log-") || name.hasPrefix("snapshot-") }
}
