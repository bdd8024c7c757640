/// Reads the parts of a TZif file one after another, each only after its length is known to be there.
struct TZifReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How many entries a data block has, and how wide they are.
  struct Header {
    /// 0 stands for version 1.
    let version: UInt8
    let utIndicators: Int
    let standardIndicators: Int
    let leapSeconds: Int
    let transitions: Int
    let types: Int
    let characters: Int

    /// The bytes of the data block; the counts are below 2³², so that nothing overflows.
    func size(wide: Bool) -> Int {
      let time = wide ? 8 : 4
      return transitions * (time + 1) + types * 6 + characters + leapSeconds * (time + 4) + standardIndicators
        + utIndicators
    }
  }

  /// A data block, as far as it is of use.
  struct Block {
    /// Rising.
    var transitions: [(instant: Int, offset: Int)]
    /// The offsets of the local time types, in seconds east of UTC; at least one.
    let types: [Int]
  }

  // MARK: Parts

  mutating func header() throws(TimeTextError) -> Header {
    try need(44)
    guard bytes[position..<position + 4].elementsEqual("TZif".utf8) else {
      throw TimeTextError(.syntax, at: position, "not a TZif file: it does not begin with TZif")
    }
    let version = bytes[position + 4]
    guard version == 0 || version >= UInt8(ascii: "2") else {
      throw TimeTextError(.unsupported, at: position + 4, "unknown TZif version")
    }
    position += 20
    var counts: [Int] = []
    for _ in 0..<6 { counts.append(unsigned32()) }
    let header = Header(
      version: version, utIndicators: counts[0], standardIndicators: counts[1], leapSeconds: counts[2],
      transitions: counts[3], types: counts[4], characters: counts[5])
    guard (1...256).contains(header.types) else {
      throw TimeTextError(.range, at: position - 8, "expected 1 to 256 local time types, got \(header.types)")
    }
    return header
  }

  mutating func skip(_ count: Int) throws(TimeTextError) {
    try need(count)
    position += count
  }

  /// No zone changes twice within four days. Whoever looks for an instant goes through all transitions of two days, so
  /// that a made-up file could have hundred thousands of them.
  private static let leastDistance = 900

  mutating func block(_ header: Header, wide: Bool) throws(TimeTextError) -> Block {
    try need(header.size(wide: wide))
    guard header.leapSeconds == 0 else {
      throw TimeTextError(
        .unsupported, at: position, "files with leap seconds are not supported; take the one without them")
    }
    let start = position
    var instants: [Int] = []
    instants.reserveCapacity(header.transitions)
    for _ in 0..<header.transitions {
      let instant = wide ? signed64() : Int(Int32(truncatingIfNeeded: unsigned32()))
      if let last = instants.last {
        let (distance, isVast) = instant.subtractingReportingOverflow(last)
        guard instant > last, isVast || distance >= TZifReader.leastDistance else {
          throw TimeTextError(
            .range, at: position - (wide ? 8 : 4), "transition times must rise, by a quarter of an hour at least")
        }
      }
      instants.append(instant)
    }
    let indices = bytes[position..<position + header.transitions]
    position += header.transitions
    var types: [Int] = []
    for _ in 0..<header.types {
      let offset = Int(Int32(truncatingIfNeeded: unsigned32()))
      guard TimeZoneRules.believable.contains(offset) else {
        throw TimeTextError(.range, at: position - 4, "an offset of \(offset) s is more than 26 hours")
      }
      types.append(offset)
      position += 2
    }
    var transitions: [(instant: Int, offset: Int)] = []
    transitions.reserveCapacity(header.transitions)
    for (instant, index) in zip(instants, indices) {
      guard Int(index) < types.count else {
        throw TimeTextError(.range, at: start, "a transition names local time type \(index) of \(types.count)")
      }
      // Nothing shown is that far from now, and sums with offsets must not overflow.
      transitions.append((min(max(instant, -1 << 60), 1 << 60), types[Int(index)]))
    }
    position = start + header.size(wide: wide)
    return Block(transitions: transitions, types: types)
  }

  /// The rule between two line feeds at the end; `nil` if there is none there.
  mutating func footer() throws(TimeTextError) -> PosixTimeZone? {
    try need(2)
    guard bytes[position] == UInt8(ascii: "\n"), let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "\n"))
    else { throw TimeTextError(.syntax, at: position, "expected a footer between line feeds") }
    guard end > position + 1 else { return nil }
    do {
      return try PosixTimeZone(bytes[(position + 1)..<end])
    } catch {
      throw TimeTextError(error.code, at: position + 1 + error.offset, error.reason)
    }
  }

  // MARK: Numbers

  /// - Parameter count: At least 0.
  private func need(_ count: Int) throws(TimeTextError) {
    guard bytes.count - position >= count else {
      throw TimeTextError(.syntax, at: bytes.count, "the file ends too early")
    }
  }

  /// The next four bytes, which the caller knows to be there.
  private mutating func unsigned32() -> Int { Int(truncatingIfNeeded: unsigned(4)) }

  private mutating func signed64() -> Int { Int(Int64(bitPattern: unsigned(8))) }

  private mutating func unsigned(_ count: Int) -> UInt64 {
    defer { position += count }
    return bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
