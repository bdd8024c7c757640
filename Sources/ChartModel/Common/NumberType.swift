public import JSONModel

extension ColumnSpec {
  /// How numbers are written in a binary buffer; all are little endian, as the buffers of every client are.
  public enum NumberType: String, CaseIterable, Hashable, Sendable {
    case float64, float32, int8, int16, int32, int64, uint8, uint16, uint32, uint64
    /// Moments, as so many units since 1970-01-01 in UTC, in 64 bits; the smallest number is none, as NumPy's NaT.
    case seconds = "timestamp_s"
    case milliseconds = "timestamp_ms"
    case microseconds = "timestamp_us"
    case nanoseconds = "timestamp_ns"
    /// Days since 1970-01-01, in 32 bits.
    case days = "date32"
  }
}

extension ColumnSpec.NumberType {
  /// The length of one, in bytes.
  package var byteCount: Int {
    switch self {
    case .float64, .int64, .uint64, .seconds, .milliseconds, .microseconds, .nanoseconds: 8
    case .float32, .int32, .uint32, .days: 4
    case .int16, .uint16: 2
    case .int8, .uint8: 1
    }
  }

  /// Whether the numbers are moments, which become milliseconds since 1970.
  package var isTime: Bool {
    switch self {
    case .seconds, .milliseconds, .microseconds, .nanoseconds, .days: true
    default: false
    }
  }

  /// The numbers in a buffer. Of whole numbers beyond 2⁵³ the nearest double counts.
  /// - Throws: If the buffer ends within a number; the path is the number's index.
  /// - Complexity: O(*n*)
  public func numbers(in bytes: UnsafeRawBufferPointer) throws(InvalidValue) -> [Double] {
    let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: byteCount)
    guard rest == 0 else {
      throw InvalidValue(
        "expected \(byteCount) bytes for each \(rawValue), got \(bytes.count), which leaves \(rest) over",
        at: JSONPath([.index(count)]))
    }
    // Without room, the count would be written into the one empty storage that all arrays of the process share.
    guard count > 0 else { return [] }
    return [Double](unsafeUninitializedCapacity: count) { output, written in
      for index in 0..<count {
        let offset = index * byteCount
        output.initializeElement(at: index, to: number(in: bytes, at: offset))
      }
      written = count
    }
  }

  /// - Throws: If the bytes end within a number; the path is the number's index.
  public func numbers(in bytes: [UInt8]) throws(InvalidValue) -> [Double] {
    // The standard library's function knows untyped errors only.
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(InvalidValue) in try numbers(in: bytes) }
    }
    return try result.get()
  }

  @inline(__always)
  private func number(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Double {
    func load<Bits: FixedWidthInteger & BitwiseCopyable>(_: Bits.Type) -> Bits {
      ColumnSpec.NumberType.load(bytes, offset)
    }
    func moment(_ unitsInMillisecond: Double) -> Double {
      let count = load(Int64.self)
      return count == .min ? .nan : Double(count) / unitsInMillisecond
    }
    return switch self {
    case .float64: Double(bitPattern: load(UInt64.self))
    case .float32: Double(Float(bitPattern: load(UInt32.self)))
    case .int8: Double(load(Int8.self))
    case .int16: Double(load(Int16.self))
    case .int32: Double(load(Int32.self))
    case .int64: Double(load(Int64.self))
    case .uint8: Double(load(UInt8.self))
    case .uint16: Double(load(UInt16.self))
    case .uint32: Double(load(UInt32.self))
    case .uint64: Double(load(UInt64.self))
    case .seconds: moment(1e-3)
    case .milliseconds: moment(1)
    case .microseconds: moment(1e3)
    case .nanoseconds: moment(1e6)
    case .days: Double(load(Int32.self)) * 86_400_000
    }
  }

  /// Buffers come from messages, in which they may begin anywhere.
  private static func load<Bits: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int
  ) -> Bits {
    Bits(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Bits.self))
  }
}
