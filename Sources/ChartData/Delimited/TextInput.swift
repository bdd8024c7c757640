import JSONModel

/// The text of a file as UTF-8, a piece at a time: unpacked, without its byte order mark, and checked.
///
/// Whoever reads looks at `buffer[position..<count]`, moves ``position`` behind what is understood, and calls
/// ``refill()`` when that is not enough.
struct TextInput {
  private(set) var buffer: [UInt8]
  /// Where what is not understood yet begins.
  var position = 0
  /// The end of what has been read.
  private(set) var count = 0
  /// Whether nothing comes after ``count``.
  private(set) var isAtEnd = false
  /// The beginning of what has not been checked: less than a character.
  private var checked = 0
  /// How many bytes of text came before the buffer.
  private var before = 0
  private var source: any ByteSource
  private let name: String
  private let watch: ReadingWatch

  /// - Parameters:
  ///   - limit: The most bytes to read, packed and unpacked.
  ///   - piece: How many bytes are read at a time, at first.
  /// - Throws: ``InvalidValue`` without a path.
  init(_ file: OpenFile, limit: Int, piece: Int = 1 << 18, watch: ReadingWatch) throws(InvalidValue) {
    name = file.name
    self.watch = watch
    var head = [UInt8](repeating: 0, count: 2)
    let headCount = try head.withUnsafeMutableBufferPointer { bytes throws(InvalidValue) in
      try file.read(into: UnsafeMutableRawBufferPointer(bytes), at: 0)
    }
    source = FileSource(file, limit: limit)
    if headCount == 2, head == [0x1F, 0x8B] { source = try GzipSource(source, named: name, limit: limit) }
    // A byte order mark is read at once.
    buffer = [UInt8](repeating: 0, count: max(piece, 4))
    try read()
    try removeMark()
    checked = try endOfText()
  }

  /// Forgets what is understood and reads on; the buffer grows if it is full.
  /// - Throws: ``InvalidValue`` without a path: the file cannot be read, is no text, is too large, takes too long, or
  ///   nobody waits for it any more.
  mutating func refill() throws(InvalidValue) {
    try watch.check(name)
    let start = min(position, checked)
    if start > 0 {
      buffer.withUnsafeMutableBytes { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<count]))
      }
      (position, checked, count) = (position - start, checked - start, count - start)
      before += start
    }
    if count == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
    try read()
    checked = try endOfText()
  }

  private mutating func read() throws(InvalidValue) {
    let start = count
    let source = source
    let more = try buffer.withUnsafeMutableBufferPointer { bytes throws(InvalidValue) in
      try source.fill(UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[start...]))
    }
    count += more
    isAtEnd = count < buffer.count
  }

  private mutating func removeMark() throws(InvalidValue) {
    let head = buffer[..<min(count, 3)]
    if head.elementsEqual([0xEF, 0xBB, 0xBF]) {
      (position, checked) = (3, 3)
    } else if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
      source = UTF16Source(source, after: buffer[2..<count], isBigEndian: head.first == 0xFE, named: name)
      count = 0
      try read()
    }
  }

  // MARK: - UTF-8

  /// Where what is new and right ends: at the beginning of a character that is not whole yet, or of nothing.
  private func endOfText() throws(InvalidValue) -> Int {
    let bytes = buffer.span
    var index = checked
    while index < count {
      index = bytes.firstNonASCII(from: index, to: count)
      guard index < count else { break }
      guard let length = bytes.characterLength(at: index, to: count) else {
        if !isAtEnd, count - index < 4, bytes.mayBecomeCharacter(at: index, to: count) { break }
        throw InvalidValue(
          "'\(name)' is not UTF-8 text, at byte \(before + index); save it as UTF-8, or as UTF-16 with its mark")
      }
      index += length
    }
    return index
  }
}

extension Span<UInt8> {
  /// The index of the first byte of a character beyond ASCII; `end` if there is none.
  fileprivate func firstNonASCII(from start: Int, to end: Int) -> Int {
    var index = start
    while index + 8 <= end, word(at: index) & 0x8080_8080_8080_8080 == 0 { index += 8 }
    while index < end, self[index] < 0x80 { index += 1 }
    return index
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// How many bytes the character has that begins here (The Unicode Standard, table 3-7); `nil` if it is none, or its end
  /// is missing.
  fileprivate func characterLength(at index: Int, to end: Int) -> Int? {
    let first = self[index]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, first <= 0xF4, end - index >= length, isSecond(self[index + 1], after: first) else {
      return nil
    }
    for next in index + 2..<Swift.max(index + 2, index + length) where self[next] & 0xC0 != 0x80 { return nil }
    return length
  }

  /// Whether more bytes could make a character of what begins here.
  fileprivate func mayBecomeCharacter(at index: Int, to end: Int) -> Bool {
    let first = self[index]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, first <= 0xF4, end - index < length else { return false }
    if end - index > 1, !isSecond(self[index + 1], after: first) { return false }
    return end - index < 3 || self[index + 2] & 0xC0 == 0x80
  }

  private func isSecond(_ byte: UInt8, after first: UInt8) -> Bool {
    switch first {
    case 0xE0: 0xA0...0xBF ~= byte
    case 0xED: 0x80...0x9F ~= byte
    case 0xF0: 0x90...0xBF ~= byte
    case 0xF4: 0x80...0x8F ~= byte
    default: 0x80...0xBF ~= byte
    }
  }
}
