import ChartModel

extension ExtremaPyramid {
  /// A block: its level, and its index there.
  private struct Block {
    var level: Int
    var index: Int
  }

  /// Where the least and the greatest value of a range are; `nil` if it has none.
  /// - Parameter values: Those it was made of.
  /// - Complexity: O(log *n*): at most two blocks' worth of values and two times `fanOut` blocks a level.
  func places(in range: Range<Int>, of values: UnsafeBufferPointer<Double>) -> ExtremaPlaces? {
    let range = range.clamped(to: 0..<values.count)
    var found = Extrema.none
    // A place in the values, or a block that is looked into in the end.
    var least: (index: Int, block: Block?) = (range.lowerBound, nil)
    var greatest = least
    visit(range) { part in
      for index in part {
        if values[index] < found.min { (found.min, least) = (values[index], (index, nil)) }
        if values[index] > found.max { (found.max, greatest) = (values[index], (index, nil)) }
      }
    } block: { block in
      let extrema = levels[block.level].extrema[block.index]
      if extrema.min < found.min { (found.min, least) = (extrema.min, (0, block)) }
      if extrema.max > found.max { (found.max, greatest) = (extrema.max, (0, block)) }
    }
    guard !found.isEmpty else { return nil }
    return ExtremaPlaces(
      min: found.min, max: found.max,
      minIndex: least.block.map {
        first(in: $0, of: values, block: { $0.min == found.min }, value: { $0 == found.min })
      }
        ?? least.index,
      maxIndex: greatest.block.map {
        first(in: $0, of: values, block: { $0.max == found.max }, value: { $0 == found.max })
      } ?? greatest.index)
  }

  /// Whether a value of a range is NaN.
  /// - Complexity: O(log *n*)
  func hasGap(in range: Range<Int>, of values: UnsafeBufferPointer<Double>) -> Bool {
    var found = false
    visit(range.clamped(to: 0..<values.count)) { part in
      found = found || values[part].contains(where: \.isNaN)
    } block: { block in
      found = found || levels[block.level].gaps[block.index]
    }
    return found
  }

  /// The first value of a range that is none of NaN.
  /// - Complexity: O(log *n*)
  func firstValue(in range: Range<Int>, of values: UnsafeBufferPointer<Double>) -> Int? {
    var found: Int?
    visit(range.clamped(to: 0..<values.count)) { part in
      if found == nil { found = part.first { !values[$0].isNaN } }
    } block: { block in
      guard found == nil, !levels[block.level].extrema[block.index].isEmpty else { return }
      found = first(in: block, of: values, block: { !$0.isEmpty }, value: { !$0.isNaN })
    }
    return found
  }

  /// The last value of a range that is none of NaN.
  /// - Complexity: O(log *n*)
  func lastValue(in range: Range<Int>, of values: UnsafeBufferPointer<Double>) -> Int? {
    var found: Int?
    var block: Block?
    visit(range.clamped(to: 0..<values.count)) { part in
      if let last = part.last(where: { !values[$0].isNaN }) { (found, block) = (last, nil) }
    } block: {
      if !levels[$0.level].extrema[$0.index].isEmpty { block = $0 }
    }
    guard var place = block else { return found }
    while place.level > 0 {
      let children = children(of: place)
      guard let child = children.last(where: { !levels[place.level - 1].extrema[$0].isEmpty }) else { return found }
      place = Block(level: place.level - 1, index: child)
    }
    return self.values(of: place, count: values.count).last { !values[$0].isNaN } ?? found
  }

  // MARK: - Blocks

  /// Goes through a range in order: values that fill no block, and the largest blocks that lie within.
  private func visit(_ range: Range<Int>, values: (Range<Int>) -> Void, block: (Block) -> Void) {
    let length = ExtremaPyramid.blockLength
    let fanOut = ExtremaPyramid.fanOut
    var next = (range.lowerBound + length - 1) / length
    let end = range.upperBound / length
    guard next < end else { return values(range) }
    if range.lowerBound < next * length { values(range.lowerBound..<next * length) }
    while next < end {
      var place = Block(level: 0, index: next)
      var size = 1
      while place.index % fanOut == 0, next + size * fanOut <= end, place.level + 1 < levels.count {
        place = Block(level: place.level + 1, index: place.index / fanOut)
        size *= fanOut
      }
      block(place)
      next += size
    }
    if end * length < range.upperBound { values(end * length..<range.upperBound) }
  }

  private func children(of block: Block) -> Range<Int> {
    let first = block.index * ExtremaPyramid.fanOut
    return first..<min(first + ExtremaPyramid.fanOut, levels[block.level - 1].extrema.count)
  }

  private func values(of block: Block, count: Int) -> Range<Int> {
    let first = block.index * ExtremaPyramid.blockLength
    return first..<min(first + ExtremaPyramid.blockLength, count)
  }

  /// The first value within a block that fulfils a condition; the other condition is that of a block that has such a one.
  private func first(
    in block: Block, of values: UnsafeBufferPointer<Double>, block fits: (Extrema) -> Bool,
    value isRight: (Double) -> Bool
  ) -> Int {
    var place = block
    while place.level > 0 {
      let children = children(of: place)
      let child = children.first { fits(levels[place.level - 1].extrema[$0]) } ?? children.lowerBound
      place = Block(level: place.level - 1, index: child)
    }
    let range = self.values(of: place, count: values.count)
    return range.first { isRight(values[$0]) } ?? range.lowerBound
  }
}
