import ChartModel

/// The least and greatest values of blocks, of blocks of blocks, and so on: a range is asked for by its blocks, not by its
/// values, so that panning and zooming cost by px.
///
/// Memory: 17 bytes for 32 values and a fifteenth of that for all levels above, 1/14 of the values' in all. The values
/// themselves stay with their column and are handed in.
struct ExtremaPyramid: Sendable {
  /// The number of values in the smallest block.
  static let blockLength = 32
  /// The number of blocks in a block of the next level.
  static let fanOut = 16

  /// The blocks of one size, of which only full ones count: so they never change, and columns that grew out of one another
  /// share them.
  struct Level: Sendable {
    var extrema = GrowingArray<Extrema>()
    /// Whether one of a block's values is NaN.
    var gaps = GrowingArray<Bool>()

    /// Adds blocks, each made from its number.
    mutating func append(_ blocks: Range<Int>, _ summary: (Int) -> (extrema: Extrema, hasGap: Bool)) {
      var newGaps: [Bool] = []
      newGaps.reserveCapacity(blocks.count)
      extrema.append(
        contentsOf: [Extrema](unsafeUninitializedCapacity: blocks.count) { room, count in
          for block in blocks {
            let (extrema, hasGap) = summary(block)
            room.initializeElement(at: block - blocks.lowerBound, to: extrema)
            newGaps.append(hasGap)
          }
          count = blocks.count
        })
      gaps.append(contentsOf: newGaps)
    }
  }

  /// From the smallest blocks to the largest.
  private(set) var levels = [Level()]

  /// The bytes it occupies, besides the arrays' headers.
  var byteCount: Int { levels.reduce(0) { $0 + $1.extrema.count * (MemoryLayout<Extrema>.stride + 1) } }

  /// How many values its blocks are made of.
  var valueCount: Int { levels[0].extrema.count * ExtremaPyramid.blockLength }

  /// Whether it can be extended over so many values without copying many blocks that are there.
  func hasRoom(over count: Int) -> Bool {
    var length = ExtremaPyramid.blockLength
    for level in levels {
      let new = count / length - level.extrema.count
      let isCheap = new <= 0 || level.extrema.count < 1_000
      guard isCheap || (level.extrema.hasRoom(for: new) && level.gaps.hasRoom(for: new)) else { return false }
      length *= ExtremaPyramid.fanOut
    }
    return true
  }

  /// Takes in the blocks that have become full.
  /// - Parameter values: Those it was made of, and more behind them.
  /// - Complexity: O(*k*) in the number of values that are new.
  mutating func extend(over values: UnsafeBufferPointer<Double>) {
    let length = ExtremaPyramid.blockLength
    let blocks = levels[0].extrema.count..<max(values.count / length, levels[0].extrema.count)
    guard !blocks.isEmpty else { return }
    levels[0].append(blocks) { block in
      ExtremaPyramid.summary(of: UnsafeBufferPointer(rebasing: values[block * length..<(block + 1) * length]))
    }
    extendLevel(above: 0)
  }

  private mutating func extendLevel(above level: Int) {
    let fanOut = ExtremaPyramid.fanOut
    let below = levels[level]
    guard below.extrema.count >= fanOut else { return }
    if levels.count == level + 1 { levels.append(Level()) }
    let blocks = levels[level + 1].extrema.count..<below.extrema.count / fanOut
    guard !blocks.isEmpty else { return }
    levels[level + 1].append(blocks) { block in
      var (extrema, hasGap) = (Extrema.none, false)
      for child in block * fanOut..<(block + 1) * fanOut {
        extrema.add(below.extrema[child])
        hasGap = hasGap || below.gaps[child]
      }
      return (extrema, hasGap)
    }
    extendLevel(above: level + 1)
  }

  /// Four values at a time: a chain of single comparisons would wait for each before the next. A block's length is a
  /// multiple of four.
  private static func summary(of values: UnsafeBufferPointer<Double>) -> (extrema: Extrema, hasGap: Bool) {
    var low = SIMD4<Double>(repeating: .infinity)
    var high = SIMD4<Double>(repeating: -.infinity)
    var gaps = SIMDMask<SIMD4<Int64>>(repeating: false)
    var index = 0
    while index + 4 <= values.count {
      let four = SIMD4(values[index], values[index + 1], values[index + 2], values[index + 3])
      low.replace(with: four, where: four .< low)
      high.replace(with: four, where: four .> high)
      gaps = gaps .| (four .!= four)
      index += 4
    }
    return (Extrema(min: low.min(), max: high.max()), any(gaps))
  }
}
