/// Packs bytes as zlib streams (RFC 1950, RFC 1951), as far as pictures of cells need it: what repeats the byte before, or
/// the row above, is written as that.
///
/// The codes are the fixed ones, in which a colour's number below 144 takes no more than it takes unpacked.
enum Deflate {
  /// - Parameter stride: How many bytes a row has.
  /// - Complexity: O(*n*)
  static func zlib(_ bytes: [UInt8], stride: Int) -> [UInt8] {
    // No byte takes more than nine bits: what repeats takes 31 at most, and is four or more.
    [UInt8](unsafeUninitializedCapacity: bytes.count + bytes.count / 8 + 64) { packed, count in
      var bits = BitWriter(packed)
      // Deflate with a window of 32 KB, then a checksum of the header itself.
      bits.write(0x78, count: 8)
      bits.write(0x01, count: 8)
      // The only block, with fixed codes.
      bits.write(0b011, count: 3)
      bytes.withUnsafeBufferPointer { pack($0, stride: stride, into: &bits) }
      // The end of the block.
      bits.write(0, count: 7)
      bits.align()
      let sum = adler(bytes)
      for shift in [24, 16, 8, 0] { bits.write(sum >> UInt32(shift) & 255, count: 8) }
      bits.align()
      count = bits.byteCount
    }
  }

  private static let longest = 258
  /// Shorter ones take more than they save.
  private static let shortest = 4

  private static func pack(_ bytes: UnsafeBufferPointer<UInt8>, stride: Int, into bits: inout BitWriter) {
    let above = (1...32_768).contains(stride) ? distanceCode(stride) : nil
    let before = distanceCode(1)
    // Looked up once: who asks for a static list asks each time whether it is made.
    let (literals, lengths) = (literals, lengths)
    var index = 0
    func length(_ distance: Int) -> Int {
      guard index >= distance else { return 0 }
      let most = min(longest, bytes.count - index)
      var length = 0
      while length < most, bytes[index + length] == bytes[index + length - distance] { length += 1 }
      return length
    }
    while index < bytes.count {
      let byte = bytes[index]
      // Nearly all bytes of a picture that is no drawing begin nothing that repeats.
      if index >= stride, byte != bytes[index - 1], byte != bytes[index - stride] {
        let code = literals[Int(byte)]
        bits.write(code.bits, count: code.count)
        index += 1
        continue
      }
      let run = length(1)
      let copy = run < longest && above != nil ? length(stride) : 0
      let best = max(run, copy)
      guard best >= shortest else {
        let code = literals[Int(bytes[index])]
        bits.write(code.bits, count: code.count)
        index += 1
        continue
      }
      let code = lengths[best]
      bits.write(code.bits, count: code.count)
      let distance = copy > run ? above ?? before : before
      bits.write(distance.bits, count: distance.count)
      index += best
    }
  }

  // MARK: - Codes

  /// Some bits, the first to be written lowest.
  struct Code {
    var bits: UInt32
    var count: Int
  }

  /// A code of Huffman's, whose highest bit is written first.
  private static func huffman(_ code: UInt32, _ count: Int) -> Code {
    Code(bits: (0..<count).reduce(0) { $0 | (code >> UInt32($1) & 1) << UInt32(count - 1 - $1) }, count: count)
  }

  private static func symbol(_ symbol: Int) -> Code {
    let number = UInt32(clamping: symbol)
    switch symbol {
    case ..<144: return huffman(0x30 + number, 8)
    case ..<256: return huffman(0x190 + number - 144, 9)
    case ..<280: return huffman(number - 256, 7)
    default: return huffman(0xC0 + number - 280, 8)
    }
  }

  private static let literals = (0..<256).map(symbol)

  /// By how long something is that is repeated, up to 258.
  private static let lengths: [Code] = (0...longest).map { length in
    guard length >= 3 else { return Code(bits: 0, count: 0) }
    guard length < longest else { return symbol(285) }
    let rest = length - 3
    // Eight lengths have codes of their own, and then four for each number of bits that follow.
    let extra = rest < 8 ? 0 : (UInt32.bitWidth - UInt32(clamping: rest).leadingZeroBitCount) - 3
    var code = symbol(257 + (extra == 0 ? rest : 4 * extra + rest >> extra))
    code.bits |= UInt32(clamping: rest & (1 << extra - 1)) << UInt32(code.count)
    code.count += extra
    return code
  }

  private static func distanceCode(_ distance: Int) -> Code {
    let rest = distance - 1
    let extra = rest < 4 ? 0 : (UInt32.bitWidth - UInt32(clamping: rest).leadingZeroBitCount) - 2
    var code = huffman(UInt32(clamping: extra == 0 ? rest : 2 * extra + rest >> extra), 5)
    code.bits |= UInt32(clamping: rest & (1 << extra - 1)) << UInt32(code.count)
    code.count += extra
    return code
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (first, second): (UInt32, UInt32) = (1, 0)
    var index = 0
    while index < bytes.count {
      // So many that nothing overflows.
      let end = min(index + 5_552, bytes.count)
      for place in index..<end {
        first &+= UInt32(bytes[place])
        second &+= first
      }
      (first, second) = (first % 65_521, second % 65_521)
      index = end
    }
    return second << 16 | first
  }
}

/// Bits, the first one lowest in its byte.
private struct BitWriter {
  /// Large enough for all of them.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var byteCount = 0
  private var pending: UInt64 = 0
  private var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  /// - Parameter count: At most 32.
  mutating func write(_ bits: UInt32, count new: Int) {
    pending |= UInt64(bits) << UInt64(count)
    count += new
    // Four at a time.
    if count >= 32 { store(4) }
  }

  /// Fills up the last byte, and stores what is pending.
  mutating func align() {
    count = (count + 7) / 8 * 8
    store(count / 8)
  }

  private mutating func store(_ new: Int) {
    for _ in 0..<new {
      bytes[byteCount] = UInt8(truncatingIfNeeded: pending)
      byteCount += 1
      pending >>= 8
    }
    count -= 8 * new
  }
}
