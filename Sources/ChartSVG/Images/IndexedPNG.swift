import ChartEngine
import ChartModel

/// Writes pictures of a few colours as PNG files (https://www.w3.org/TR/png-3/), without any library.
enum IndexedPNG {
  /// - Complexity: O(*n*) in the pixels.
  static func bytes(_ raster: Raster) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits a pixel, each the number of a colour.
    append("IHDR", number(raster.width) + number(raster.height) + [8, 3, 0, 0, 0], to: &file)
    append("PLTE", raster.colors.flatMap { [$0.red, $0.green, $0.blue] }, to: &file)
    if raster.colors.contains(where: { $0.alpha < 255 }) { append("tRNS", raster.colors.map(\.alpha), to: &file) }
    append("IDAT", Deflate.zlib(rows(raster), stride: raster.width + 1), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// Each row with the filter that it has before it: none.
  private static func rows(_ raster: Raster) -> [UInt8] {
    let (width, length) = (raster.width, raster.width + 1)
    return [UInt8](unsafeUninitializedCapacity: raster.height * length) { rows, count in
      raster.pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<raster.height {
          rows[row * length] = 0
          _ = rows[(row * length + 1)...].update(fromContentsOf: pixels[row * width..<(row + 1) * width])
        }
      }
      count = raster.height * length
    }
  }

  private static func append(_ name: StaticString, _ content: [UInt8], to file: inout [UInt8]) {
    file += number(content.count)
    let start = file.count
    name.withUTF8Buffer { file += $0 }
    file += content
    file += number(Int(checksum(of: file[start...])))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  // MARK: - CRC-32

  /// - Returns: As PNG files have it.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in
      table.withUnsafeBufferPointer { table in
        var (crc, index) = (UInt32.max, 0)
        // Four bytes at a time: a table for each.
        while index + 4 <= bytes.count {
          let word = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + index).loadUnaligned(as: UInt32.self)
          crc ^= UInt32(littleEndian: word)
          crc =
            table[768 + Int(crc & 255)] ^ table[512 + Int(crc >> 8 & 255)] ^ table[256 + Int(crc >> 16 & 255)]
            ^ table[Int(crc >> 24)]
          index += 4
        }
        while index < bytes.count {
          crc = table[Int((crc ^ UInt32(bytes[index])) & 255)] ^ crc >> 8
          index += 1
        }
        return ~crc
      }
    }
  }

  private static let table: [UInt32] = {
    var table = (0..<256).map { index -> UInt32 in
      (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
    for index in 256..<1024 { table.append(table[Int(table[index - 256] & 255)] ^ table[index - 256] >> 8) }
    return table
  }()
}
