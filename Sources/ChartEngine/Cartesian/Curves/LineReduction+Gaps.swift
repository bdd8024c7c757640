import ChartModel

extension LineReduction.Pass {
  /// A part of the line between two gaps, with the places of its least and greatest value.
  struct Piece {
    var range: Range<Int>
    var minIndex: Int
    var maxIndex: Int
  }

  /// What a piece covers of its column of px.
  struct Stretch {
    var top: Double
    var bottom: Double
  }

  /// How many pieces of one column are kept as they are.
  private static let plainPieceCount = 2

  /// A column that may have gaps: what leads in and what leads out are kept like any column, and so is what is between, unless
  /// there is much of it. Then it is drawn as the stretches it covers.
  mutating func appendPieces(_ range: Range<Int>) {
    findPieces(range)
    guard !pieces.isEmpty else { return output.endRun() }
    if pieces[0].range == range { return append(pieces[0]) }
    if output.isOpen, pieces[0].range.lowerBound == range.lowerBound { append(pieces.removeFirst()) }
    output.endRun()
    let tail = pieces.last?.range.upperBound == range.upperBound ? pieces.popLast() : nil
    appendInnerPieces()
    if let tail { append(tail) }
  }

  private mutating func findPieces(_ range: Range<Int>) {
    pieces.removeAll(keepingCapacity: true)
    // Bare memory: this loop goes through every point.
    columns.values.withValues(in: range) { values in
      var index = 0
      while index < values.count {
        guard !values[index].isNaN else {
          index += 1
          continue
        }
        let start = index
        var extrema = Extrema(min: values[index], max: values[index])
        var (least, greatest) = (index, index)
        index += 1
        while index < values.count, !values[index].isNaN {
          if values[index] < extrema.min { (extrema.min, least) = (values[index], index) }
          if values[index] > extrema.max { (extrema.max, greatest) = (values[index], index) }
          index += 1
        }
        let first = range.lowerBound
        pieces.append(
          Piece(range: first + start..<first + index, minIndex: first + least, maxIndex: first + greatest))
      }
    }
  }

  private mutating func appendInnerPieces() {
    guard pieces.count > Self.plainPieceCount else {
      for piece in pieces {
        append(piece)
        output.endRun()
      }
      return
    }
    // All of them share a column of px: one x does for all.
    guard let x = point(pieces[pieces.count / 2].range.lowerBound)?.x else { return }
    stretches.removeAll(keepingCapacity: true)
    for piece in pieces {
      let ends = (y.pixel(of: columns.values[piece.minIndex]), y.pixel(of: columns.values[piece.maxIndex]))
      stretches.append(Stretch(top: min(ends.0, ends.1), bottom: max(ends.0, ends.1)))
    }
    stretches.sort { $0.top < $1.top }
    var joined = stretches[0]
    for stretch in stretches.dropFirst() {
      if stretch.top <= joined.bottom + mergeDistance {
        joined.bottom = max(joined.bottom, stretch.bottom)
      } else {
        append(joined, x: x)
        joined = stretch
      }
    }
    append(joined, x: x)
  }

  private mutating func append(_ stretch: Stretch, x: Double) {
    output.append(Point(x: x, y: stretch.top))
    if stretch.bottom > stretch.top { output.append(Point(x: x, y: stretch.bottom)) }
    output.endRun()
  }
}
