import ChartData
import ChartModel
import JSONModel

extension HeldColumn {
  /// Numbers as base64 of little-endian doubles, so that they are the same to the last bit; texts as a list.
  static let schema: Schema<HeldColumn> = .either(numbersSchema, or: entriesSchema) { column in
    switch column.entries {
    case .numbers: numbersSchema.encode(column)
    case .values, .buffer: entriesSchema.encode(column)
    }
  }

  private static let numbersSchema = Schema<[UInt8]>.base64.map(
    decode: { bytes throws(InvalidValue) in
      do throws(InvalidValue) {
        return HeldColumn(.numbers(try ColumnSpec.NumberType.float64.numbers(in: bytes)))
      } catch {
        throw InvalidValue(error.reason)
      }
    },
    encode: { column in if case .numbers(let numbers) = column.entries { bytes(of: numbers) } else { [] } })

  private static let entriesSchema = ColumnSpec.schema.map(
    decode: { entries throws(InvalidValue) in
      if case .buffer = entries { throw InvalidValue("expected base64 or a list") }
      return HeldColumn(entries)
    }, encode: { (column: HeldColumn) in column.entries })

  /// As a buffer of `float64` has them.
  static func bytes(of numbers: some Collection<Double>) -> [UInt8] {
    // Without room, the count would be written into the one empty storage that all arrays of the process share.
    guard !numbers.isEmpty else { return [] }
    return [UInt8](unsafeUninitializedCapacity: numbers.count * 8) { bytes, count in
      for (index, number) in numbers.enumerated() {
        UnsafeMutableRawBufferPointer(bytes).storeBytes(
          of: number.bitPattern.littleEndian, toByteOffset: index * 8, as: UInt64.self)
      }
      count = numbers.count * 8
    }
  }
}

extension Schema where Value == [UInt8] {
  /// Bytes as base64.
  static var base64: Schema {
    Schema<String>.string().map(
      expectation: "base64",
      decode: { text throws(InvalidValue) in
        guard let bytes = Base64.bytes(of: text) else { throw InvalidValue("is no base64") }
        return bytes
      }, encode: { Base64.text(of: $0) }
    ).annotated(["contentEncoding": "base64"])
  }
}
