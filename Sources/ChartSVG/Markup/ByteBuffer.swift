/// Bytes that are written one after the other, in one piece of memory that grows.
///
/// A picture is thousands of numbers of a few bytes each. An array asks for each byte whether its memory is its own and
/// large enough; here who writes asks once for all the bytes of a number, or of a piece of a path, and then writes them
/// through a pointer.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  /// The most bytes that one number takes.
  static let longestNumber = 24

  init(capacity: Int = 256) {
    self.capacity = max(capacity, 1)
    start = .allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }

  /// What was written. O(*n*)
  var bytes: [UInt8] { Array(written) }

  /// What was written, and behind it what was written to another one. O(*n*)
  func bytes(followedBy other: borrowing ByteBuffer) -> [UInt8] {
    let (first, second) = (written, other.written)
    return [UInt8](unsafeUninitializedCapacity: first.count + second.count) { bytes, count in
      count = bytes.update(fromContentsOf: first)
      count = bytes[count...].update(fromContentsOf: second)
    }
  }

  /// The same as text. O(*n*)
  func string(followedBy other: borrowing ByteBuffer) -> String {
    let (first, second) = (written, other.written)
    return String(unsafeUninitializedCapacity: first.count + second.count) { bytes in
      let count = bytes.update(fromContentsOf: first)
      return bytes[count...].update(fromContentsOf: second)
    }
  }

  private var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  // MARK: - Writing

  /// Writes at most so many bytes through a pointer, which is to end behind the last one.
  @inline(__always)
  mutating func append(atMost room: Int, _ write: (inout UnsafeMutablePointer<UInt8>) -> Void) {
    if capacity - count < room { grow(by: room) }
    var place = start + count
    write(&place)
    count = place - start
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if capacity == count { grow(by: 1) }
    start[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    if capacity - count < bytes.count { grow(by: bytes.count) }
    (start + count).update(from: first, count: bytes.count)
    count += bytes.count
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }

  mutating func append(contentsOf other: borrowing ByteBuffer) {
    append(contentsOf: UnsafeBufferPointer(start: other.start, count: other.count))
  }

  /// Makes room for so many bytes more, so that the buffer grows in one step.
  mutating func reserve(_ room: Int) { if capacity - count < room { grow(by: room) } }

  @inline(never)
  private mutating func grow(by room: Int) {
    capacity = max(2 * capacity, count + room)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    new.update(from: start, count: count)
    start.deallocate()
    start = new
  }
}

// MARK: - Numbers

/// Where the next byte goes. Who writes sees to the room.
extension UnsafeMutablePointer<UInt8> {
  @inline(__always)
  mutating func write(_ byte: UInt8) {
    pointee = byte
    self += 1
  }

  /// Writes a number without leading zeros.
  @inline(__always)
  mutating func write(digitsOf number: UInt) {
    // Nearly all are px, and have up to three digits.
    if number >= 1_000 { return write(manyDigitsOf: number) }
    if number >= 100 { write(digit: number / 100) }
    if number >= 10 { write(digit: number / 10 % 10) }
    write(digit: number % 10)
  }

  private mutating func write(manyDigitsOf number: UInt) {
    if number >= 1_000 { write(manyDigitsOf: number / 10) } else { write(digitsOf: number / 10) }
    write(digit: number % 10)
  }

  @inline(__always)
  private mutating func write(digit: UInt) { write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)) }

  /// Writes a number of hundredths with at most two decimals, without zeros that say nothing: `.5`, `12`, `-3.25`.
  @inline(__always)
  mutating func write(hundredths: Int) {
    if hundredths < 0 { write(UInt8(ascii: "-")) }
    let (whole, fraction) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    if whole > 0 || fraction == 0 { write(digitsOf: whole) }
    guard fraction > 0 else { return }
    write(UInt8(ascii: "."))
    write(digit: fraction / 10)
    if fraction % 10 > 0 { write(digit: fraction % 10) }
  }

  /// Writes two hexadecimal digits.
  @inline(__always)
  mutating func write(hexadecimal byte: UInt8) {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ (value &- 10) }
    write(digit(byte >> 4))
    write(digit(byte & 15))
  }
}
