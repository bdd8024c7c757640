/// Writes pixels as a PNG file (https://www.w3.org/TR/png-3/).
///
/// Cairo can do so itself, and takes most of a picture's time for it: it tries five filters for each row and packs them
/// thoroughly. Charts are areas of one colour, which pack best as they are.
struct PNGFile {
  /// Where the pixels are: 32 bits each, as numbers of the machine, alpha in the highest byte.
  let pixels: UnsafeRawPointer
  let width: Int
  let height: Int
  /// How many bytes a row takes.
  let stride: Int
  /// Whether alpha says nothing.
  let isOpaque: Bool

  /// - Returns: `nil` if the library that packs is not there, or has no memory.
  /// - Complexity: O(*n*) in the pixels.
  func bytes() -> [UInt8]? {
    guard let packer = ZLibrary.shared else { return nil }
    guard let packed = packer.packed(rows(), level: 3) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file.reserveCapacity(packed.count + 64)
    let header = PNGFile.number(width) + PNGFile.number(height) + [8, isOpaque ? 2 : 6, 0, 0, 0]
    for (name, content) in [("IHDR", header), ("IDAT", packed), ("IEND", [])] {
      let start = file.count + 4
      file += PNGFile.number(content.count) + Array(name.utf8) + content
      file += PNGFile.number(Int(packer.checksum(of: file[start...])))
    }
    return file
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The rows as they are packed, each with its filter before it. Where more than one pixel in eight is not as the one above
  /// it, as in thickets of lines, rows are differences from the one above.
  private func rows() -> [UInt8] {
    let channels = isOpaque ? 3 : 4
    let length = width * channels
    var changes = 0
    for row in 1..<max(height, 1) {
      let (place, above) = (pixels + row * stride, pixels + (row - 1) * stride)
      for column in 0..<width
      where place.load(fromByteOffset: column * 4, as: UInt32.self)
        != above.load(fromByteOffset: column * 4, as: UInt32.self)
      { changes += 1 }
    }
    let isFiltered = changes > width * height / 8
    return [UInt8](unsafeUninitializedCapacity: height * (length + 1)) { buffer, count in
      guard var place = buffer.baseAddress else { return }
      for row in 0..<height {
        place.pointee = isFiltered && row > 0 ? 2 : 0
        place += 1
        write(row: row, at: place)
        place += length
      }
      // From the last row up, so that the one above is still as it is.
      if isFiltered {
        for row in Swift.stride(from: height - 1, to: 0, by: -1) {
          let start = buffer.baseAddress.map { $0 + row * (length + 1) + 1 }
          guard let start else { break }
          for index in 0..<length { start[index] &-= start[index - length - 1] }
        }
      }
      count = height * (length + 1)
    }
  }

  /// Red, green, blue and, where it says something, alpha of each, colours not multiplied by it.
  private func write(row: Int, at start: UnsafeMutablePointer<UInt8>) {
    let source = pixels + row * stride
    var place = start
    for column in 0..<width {
      let pixel = source.load(fromByteOffset: column * 4, as: UInt32.self)
      let alpha = isOpaque ? 255 : pixel >> 24
      func channel(_ shift: UInt32) -> UInt8 {
        let value = pixel >> shift & 255
        if alpha == 255 || alpha == 0 { return UInt8(truncatingIfNeeded: alpha == 0 ? 0 : value) }
        return UInt8(truncatingIfNeeded: min((value * 255 + alpha / 2) / alpha, 255))
      }
      place[0] = channel(16)
      place[1] = channel(8)
      place[2] = channel(0)
      if isOpaque {
        place += 3
      } else {
        place[3] = UInt8(truncatingIfNeeded: alpha)
        place += 4
      }
    }
  }
}
