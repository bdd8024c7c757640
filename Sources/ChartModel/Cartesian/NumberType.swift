public import JSONModel

extension ColumnSpec {
  /// How numbers are written in a binary buffer; all are little endian, as the buffers of every client are.
  public enum NumberType: String, CaseIterable, Hashable, Sendable {
    case float64, float32, int32, int64
  }
}

extension ColumnSpec.NumberType {
  /// The length of one, in bytes.
  package var byteCount: Int {
    switch self {
    case .float64, .int64: 8
    case .float32, .int32: 4
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
        let number: Double =
          switch self {
          case .float64: Double(bitPattern: ColumnSpec.NumberType.load(bytes, offset))
          case .float32: Double(Float(bitPattern: ColumnSpec.NumberType.load(bytes, offset)))
          case .int32: Double(Int32(bitPattern: ColumnSpec.NumberType.load(bytes, offset)))
          case .int64: Double(Int64(bitPattern: ColumnSpec.NumberType.load(bytes, offset)))
          }
        output.initializeElement(at: index, to: number)
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

  /// Buffers come from messages, in which they may begin anywhere.
  private static func load<Bits: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: UnsafeRawBufferPointer, _ offset: Int
  ) -> Bits {
    Bits(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Bits.self))
  }
}
