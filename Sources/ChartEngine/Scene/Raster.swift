public import ChartModel

/// A small picture of a few colours, each of whose pixels may be drawn as a rectangle of any size: very many cells at once.
public struct Raster: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// At most 256 colours.
  public let colors: [Color]
  /// For each pixel the number of its colour, row by row from the top.
  public let pixels: [UInt8]

  /// - Returns: `nil` for a picture without pixels, with too few or too many, or of colours that there are not.
  public init?(width: Int, height: Int, colors: [Color], pixels: [UInt8]) {
    let (count, isTooMany) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !isTooMany, count == pixels.count, count <= Raster.mostPixels, !colors.isEmpty,
      colors.count <= 256, colors.count == 256 || (pixels.max() ?? 0) < colors.count
    else { return nil }
    (self.width, self.height, self.colors, self.pixels) = (width, height, colors, pixels)
  }

  /// More pixels than these are in no picture.
  public static let mostPixels = 4_000_000

  /// The picture as a mirror beside it shows it.
  var mirrored: Raster {
    let mirrored = [UInt8](unsafeUninitializedCapacity: pixels.count) { mirrored, count in
      for row in 0..<height {
        for column in 0..<width { mirrored[row * width + width - 1 - column] = pixels[row * width + column] }
      }
      count = pixels.count
    }
    return Raster(width: width, height: height, colors: colors, pixels: mirrored) ?? self
  }

  /// The picture turned clockwise by a quarter.
  var turnedByQuarter: Raster {
    let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { turned, count in
      // What was at the bottom is at the left.
      for row in 0..<height {
        for column in 0..<width { turned[column * height + (height - 1 - row)] = pixels[row * width + column] }
      }
      count = pixels.count
    }
    return Raster(width: height, height: width, colors: colors, pixels: turned) ?? self
  }
}
