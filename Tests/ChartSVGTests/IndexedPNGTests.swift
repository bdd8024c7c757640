import ChartModel
import JSONModel
import TestSupport
import Testing

@testable import ChartEngine
@testable import ChartSVG

private typealias Cells = ChartEngine.Raster

/// What is packed is unpacked here by another way: code lengths of RFC 1951 looked up bit by bit.
@Suite("Pictures of many cells")
struct IndexedPNGTests {
  /// Unpacks a stream that has one block of fixed codes.
  private func unpacked(_ stream: [UInt8]) throws -> [UInt8] {
    #expect(stream.prefix(2) == [0x78, 0x01])
    var place = 16
    func bits(_ count: Int) throws -> Int {
      var value = 0
      for index in 0..<count {
        let byte = try #require(stream.indices.contains(place / 8) ? stream[place / 8] : nil)
        value |= Int(byte >> UInt8(place % 8) & 1) << index
        place += 1
      }
      return value
    }
    func code(_ count: Int, _ start: Int = 0) throws -> Int {
      try (0..<count).reduce(start) { value, _ in value << 1 | (try bits(1)) }
    }
    #expect(try bits(3) == 3)
    var bytes: [UInt8] = []
    while true {
      var symbol = try code(7)
      if symbol < 24 {
        symbol += 256
      } else {
        symbol = try code(1, symbol)
        switch symbol {
        case 48..<192: symbol -= 48
        case 192..<200: symbol += 88
        default: symbol = try code(1, symbol) - 256
        }
      }
      if symbol < 256 {
        bytes.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { break }
      // Lengths and distances, as the tables of the RFC have them.
      let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
      ]
      let lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
      let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12289,
        16385, 24577,
      ]
      let length = lengths[symbol - 257] + (try bits(lengthBits[symbol - 257]))
      let number = try code(5)
      let distance = distances[number] + (try bits(number < 4 ? 0 : number / 2 - 1))
      for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
    }
    place = (place + 7) / 8 * 8
    var (first, second) = (1, 0)
    for byte in bytes {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    let sum = stream[(place / 8)...].reduce(Int(0)) { sum, byte in sum << 8 | Int(byte) }
    #expect(stream.count - place / 8 == 4 && sum == second << 16 | first)
    return bytes
  }

  private static func raster(_ width: Int, _ height: Int, _ pixel: (Int) -> UInt8) -> Cells? {
    Cells(
      width: width, height: height, colors: (0..<256).map { Color(rgb: UInt32($0 * 65_793)) },
      pixels: (0..<width * height).map(pixel))
  }

  @Test("What is packed are the pixels, whatever they are", arguments: 0..<6)
  func packs(_ kind: Int) throws {
    var random = SplitMix64(seed: UInt64(kind))
    let (width, height) = [(1, 1), (300, 7), (64, 64), (1, 900), (257, 33), (40, 40)][kind]
    let raster = try #require(
      IndexedPNGTests.raster(width, height) { index in
        switch kind {
        case 0: 255
        case 1: UInt8(index / 300)
        case 2: UInt8(random.whole(0...255))
        case 3: 7
        case 4: UInt8(index % 257 % 251)
        default: UInt8(random.chance(0.8) ? 0 : random.whole(100...200))
        }
      })
    let file = IndexedPNG.bytes(raster)
    #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var chunks: [String: [UInt8]] = [:]
    var place = 8
    while place < file.count {
      let count = file[place..<place + 4].reduce(Int(0)) { count, byte in count << 8 | Int(byte) }
      let body = Array(file[place + 4..<place + 8 + count])
      // CRC-32, bit by bit.
      var crc = UInt32.max
      for byte in body {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
      }
      let sum = file[place + 8 + count..<place + 12 + count].reduce(UInt32(0)) { sum, byte in sum << 8 | UInt32(byte) }
      #expect(sum == ~crc)
      chunks[String(decoding: body.prefix(4), as: UTF8.self)] = Array(body.dropFirst(4))
      place += 12 + count
    }
    let rows = try unpacked(try #require(chunks["IDAT"]))
    var expected: [UInt8] = []
    for row in 0..<height {
      expected.append(0)
      expected += raster.pixels[row * width..<(row + 1) * width]
    }
    #expect(rows == expected && chunks["PLTE"]?.count == 768 && chunks["IEND"] == [])
    let header = try #require(chunks["IHDR"])
    #expect(Array(header.suffix(5)) == [8, 3, 0, 0, 0])
  }

  @Test("A picture is an image of its own in the SVG, with sharp edges")
  func markup() throws {
    let rows = (0..<50).map { row in JSON.array((0..<50).map { .integer((row * 7 + $0) % 13) }) }
    let spec = try ChartSpec(json: ["kind": "heatmap", "series": [["rows": .array(rows)]]])
    let svg = SVGWriter.string(Chart(id: "h", spec: spec).layout().scene())
    #expect(
      svg.contains(
        #"preserveAspectRatio="none" style="image-rendering:pixelated" href="data:image/png;base64,iVBORw0KGgo"#))
    #expect(svg.components(of: "<image ") == 1)
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
