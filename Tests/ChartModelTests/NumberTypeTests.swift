import ChartModel
import JSONModel
import Testing
import TestSupport

@Suite("Binary buffers")
struct NumberTypeTests {
  /// The bytes of a number from the lowest upwards, by shifting.
  private static func bytes(_ bits: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8((bits >> (8 * UInt64($0))) & 0xFF) }
  }

  @Test("Doubles, floats and whole numbers are read as they were written, little endian")
  func roundTrip() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<200 {
      let count = random.whole(0...20)
      let doubles = (0..<count).map { _ in random.number(-1e9...1e9) }
      let floats = doubles.map { Float($0) }
      let ints = (0..<count).map { _ in Int32(random.whole(Int(Int32.min)...Int(Int32.max))) }
      let longs = (0..<count).map { _ in Int64(random.whole(-(1 << 53)...(1 << 53))) }
      let float64 = doubles.flatMap { Self.bytes($0.bitPattern, 8) }
      let float32 = floats.flatMap { Self.bytes(UInt64($0.bitPattern), 4) }
      let int32 = ints.flatMap { Self.bytes(UInt64(UInt32(bitPattern: $0)), 4) }
      let int64 = longs.flatMap { Self.bytes(UInt64(bitPattern: $0), 8) }
      #expect(try ColumnSpec.NumberType.float64.numbers(in: float64) == doubles)
      #expect(try ColumnSpec.NumberType.float32.numbers(in: float32) == floats.map { Double($0) })
      #expect(try ColumnSpec.NumberType.int32.numbers(in: int32) == ints.map { Double($0) })
      #expect(try ColumnSpec.NumberType.int64.numbers(in: int64) == longs.map { Double($0) })
    }
  }

  @Test("Known bytes")
  func known() throws {
    #expect(try ColumnSpec.NumberType.float64.numbers(in: [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]) == [1])
    #expect(try ColumnSpec.NumberType.float32.numbers(in: [0, 0, 0x20, 0xC1]) == [-10])
    #expect(try ColumnSpec.NumberType.int32.numbers(in: [0xFF, 0xFF, 0xFF, 0xFF, 2, 1, 0, 0]) == [-1, 258])
    #expect(try ColumnSpec.NumberType.int64.numbers(in: [0, 0, 0, 0, 1, 0, 0, 0]) == [4_294_967_296])
    #expect(try ColumnSpec.NumberType.int8.numbers(in: [0xFF, 5]) == [-1, 5])
    #expect(try ColumnSpec.NumberType.uint8.numbers(in: [0xFF, 5]) == [255, 5])
    #expect(try ColumnSpec.NumberType.int16.numbers(in: [0xFE, 0xFF, 1, 2]) == [-2, 513])
    #expect(try ColumnSpec.NumberType.uint16.numbers(in: [0xFE, 0xFF]) == [65_534])
    #expect(try ColumnSpec.NumberType.uint32.numbers(in: [0xFF, 0xFF, 0xFF, 0xFF]) == [4_294_967_295])
    #expect(try ColumnSpec.NumberType.uint64.numbers(in: [0, 0, 0, 0, 0, 0, 0, 0x80]) == [0x1p63])
  }

  @Test("Moments become milliseconds, and the one that is none becomes no number")
  func moments() throws {
    let one: [UInt8] = [0x40, 0x42, 0x0F, 0, 0, 0, 0, 0], none: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0x80]
    for (type, expected) in [
      (ColumnSpec.NumberType.seconds, 1e9), (.milliseconds, 1e6), (.microseconds, 1e3), (.nanoseconds, 1),
    ] {
      let numbers = try type.numbers(in: one + none)
      #expect(numbers[0] == expected && numbers[1].isNaN, "\(type)")
    }
    #expect(try ColumnSpec.NumberType.days.numbers(in: [1, 0, 0, 0]) == [86_400_000])
  }

  @Test("A buffer may begin anywhere in memory")
  func unaligned() throws {
    let bytes: [UInt8] = [9, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]
    let numbers = bytes.withUnsafeBytes { bytes in
      Result { () throws(InvalidValue) in
        try ColumnSpec.NumberType.float64.numbers(in: UnsafeRawBufferPointer(rebasing: bytes[1...]))
      }
    }
    #expect(try numbers.get() == [1, 2])
  }

  @Test(
    "A buffer that ends within a number is refused, with the number's index", arguments: ColumnSpec.NumberType.allCases)
  func rest(type: ColumnSpec.NumberType) throws {
    for length in 0...33 {
      let bytes = [UInt8](repeating: 0, count: length)
      if length % type.byteCount == 0 {
        #expect(try type.numbers(in: bytes).count == length / type.byteCount)
        continue
      }
      let error = #expect(throws: InvalidValue.self) { try type.numbers(in: bytes) }
      #expect(error?.path == JSONPath([.index(length / type.byteCount)]))
      #expect(error?.reason.contains("\(length)") == true)
    }
  }
}
