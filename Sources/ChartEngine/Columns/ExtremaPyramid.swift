/// The least and greatest values of blocks, of blocks of blocks, and so on: a range is asked for by its blocks, not by its
/// values, so that panning and zooming cost by px.
///
/// Memory: 16 bytes for 32 values and a fifteenth of that for all levels above, 1/15 of the values' in all. The values
/// themselves stay with their column and are handed in.
struct ExtremaPyramid: Sendable {
  /// The number of values in the smallest block.
  static let blockLength = 32
  /// The number of blocks in a block of the next level.
  static let fanOut = 16

  /// From the smallest blocks to the largest; the last block of a level may not be full.
  private(set) var levels: [[Extrema]] = []
  /// A bit for each smallest block: whether one of its values is NaN.
  private(set) var gapBits: [UInt64] = []

  /// - Complexity: O(*n*)
  init(_ values: [Double]) { update(values, from: 0) }

  /// The bytes it occupies, besides the arrays' headers.
  var byteCount: Int {
    levels.reduce(0) { $0 + $1.count * MemoryLayout<Extrema>.stride } + gapBits.count * MemoryLayout<UInt64>.stride
  }

  /// Makes it that of other values.
  /// - Parameter start: From which place on they differ from those before.
  /// - Complexity: O(*k*) in the number of values from `start` on.
  mutating func update(_ values: [Double], from start: Int) {
    var first = max(0, start) / ExtremaPyramid.blockLength
    if levels.isEmpty { levels.append([]) }
    updateBlocks(values, from: first)
    var level = 0
    while levels[level].count > 1 {
      first /= ExtremaPyramid.fanOut
      if levels.count == level + 1 { levels.append([]) }
      updateLevel(level + 1, from: first)
      level += 1
    }
    levels.removeSubrange((level + 1)...)
  }

  private mutating func updateBlocks(_ values: [Double], from first: Int) {
    let blockCount = (values.count + ExtremaPyramid.blockLength - 1) / ExtremaPyramid.blockLength
    let wordCount = (blockCount + 63) / 64
    if first < levels[0].count { levels[0].removeSubrange(first...) }
    if wordCount < gapBits.count { gapBits.removeSubrange(wordCount...) }
    while gapBits.count < wordCount { gapBits.append(0) }
    ExtremaPyramid.reserve(blockCount, in: &levels[0])
    values.withUnsafeBufferPointer { values in
      for block in levels[0].count..<max(blockCount, levels[0].count) {
        let start = block * ExtremaPyramid.blockLength
        let end = min(start + ExtremaPyramid.blockLength, values.count)
        let (extrema, hasGap) = ExtremaPyramid.summary(of: UnsafeBufferPointer(rebasing: values[start..<end]))
        levels[0].append(extrema)
        let bit: UInt64 = 1 << UInt64(block % 64)
        if hasGap { gapBits[block / 64] |= bit } else { gapBits[block / 64] &= ~bit }
      }
    }
  }

  private mutating func updateLevel(_ level: Int, from first: Int) {
    let below = levels[level - 1].count
    let count = (below + ExtremaPyramid.fanOut - 1) / ExtremaPyramid.fanOut
    if first < levels[level].count { levels[level].removeSubrange(first...) }
    ExtremaPyramid.reserve(count, in: &levels[level])
    for index in levels[level].count..<max(count, levels[level].count) {
      var extrema = Extrema.none
      let start = index * ExtremaPyramid.fanOut
      for child in start..<min(start + ExtremaPyramid.fanOut, below) { extrema.add(levels[level - 1][child]) }
      levels[level].append(extrema)
    }
  }

  /// Makes room for all blocks at once, which doubling would overshoot; for the few that come with a window's new points
  /// doubling is right.
  private static func reserve(_ count: Int, in blocks: inout [Extrema]) {
    if count > 2 * blocks.count { blocks.reserveCapacity(count) }
  }

  /// Four values at a time: a chain of single comparisons would wait for each before the next.
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
    var extrema = Extrema(min: low.min(), max: high.max())
    var hasGap = any(gaps)
    while index < values.count {
      extrema.add(values[index])
      if values[index].isNaN { hasGap = true }
      index += 1
    }
    return (extrema, hasGap)
  }
}
