import ChartModel

/// The least and greatest values of blocks, of blocks of blocks, and so on: a range is asked for by its blocks, not by its
/// values, so that panning and zooming cost by px.
///
/// Memory: 17 bytes for 32 values and a fifteenth of that for all levels above, 1/14 of the values' in all. The values
/// themselves stay with their column and are handed in.
struct ExtremaPyramid: Sendable {
  /// The number of values in the smallest block.
  static var blockLength: Int { 32 }
  /// The number of blocks in a block of the next level.
  static var fanOut: Int { 16 }

  /// The blocks of one size, of which only full ones count: so they never change, and columns that grew out of one another
  /// share them.
  struct Level: Sendable {
    var extrema = GrowingArray<Extrema>()
    /// Whether one of a block's values is NaN.
    var gaps = GrowingArray<Bool>()

    /// Adds blocks, each made from its number; very many of them on several threads.
    mutating func append(_ blocks: Range<Int>, _ summary: (Int) -> (extrema: Extrema, hasGap: Bool)) {
      extrema.append(count: blocks.count) { extrema in
        gaps.append(count: blocks.count) { gaps in
          // `unsafe`: each part of the blocks, and so each place of both buffers, has one thread that writes it, and all have
          // ended when `divide` returns. `summary` only reads values that nobody changes.
          nonisolated(unsafe) let (extrema, gaps, summary) = (extrema, gaps, summary)
          // A million values take a millisecond.
          Parts.divide(blocks.count, length: 1 << 15) { part in
            for index in part {
              let (found, hasGap) = summary(blocks.lowerBound + index)
              extrema.initializeElement(at: index, to: found)
              gaps.initializeElement(at: index, to: hasGap)
            }
          }
        }
      }
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
      Extrema.summary(of: UnsafeBufferPointer(rebasing: values[block * length..<(block + 1) * length]))
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
    below.extrema.withUnsafeBufferPointer { extrema in
      below.gaps.withUnsafeBufferPointer { gaps in
        levels[level + 1].append(blocks) { block in
          var (found, hasGap) = (Extrema.none, false)
          for child in block * fanOut..<(block + 1) * fanOut {
            found.add(extrema[child])
            hasGap = hasGap || gaps[child]
          }
          return (found, hasGap)
        }
      }
    }
    extendLevel(above: level + 1)
  }
}
