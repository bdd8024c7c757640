import ChartModel

extension LineReduction.Pass {
  /// A part of the line between two gaps that are in the same column: from the highest to the lowest place, in px.
  struct Piece {
    var range: Range<Int>
    var top: Double
    var bottom: Double
  }

  /// How many pieces of one column are kept as they are.
  private static let plainPieceCount = 2

  /// A column with gaps: what leads in and what leads out are kept like any column, and so is what is between, unless
  /// there is much of it. Then it is drawn as the stretches it covers.
  mutating func appendPieces(_ range: Range<Int>) {
    pieces.removeAll(keepingCapacity: true)
    var tail: Range<Int>?
    var start: Int?
    for index in range {
      if columns.values[index].isNaN {
        if let first = start { appendPiece(first..<index, isFirst: first == range.lowerBound) }
        start = nil
        // A gap at the very beginning ends the run of the column before.
        if index == range.lowerBound { output.endRun() }
      } else if start == nil {
        start = index
      }
    }
    if let start { tail = start..<range.upperBound }
    appendInnerPieces()
    if let tail {
      appendExtremes(tail)
    } else {
      output.endRun()
    }
  }

  /// Takes a piece that ends in the column: at once if the line leads into it, else later with those like it.
  private mutating func appendPiece(_ range: Range<Int>, isFirst: Bool) {
    if isFirst, output.isOpen {
      appendExtremes(range)
      output.endRun()
    } else if let first = point(range.lowerBound) {
      var piece = Piece(range: range, top: first.y, bottom: first.y)
      for index in range.dropFirst() {
        guard let point = point(index) else { continue }
        piece.top = min(piece.top, point.y)
        piece.bottom = max(piece.bottom, point.y)
      }
      pieces.append(piece)
    }
  }

  private mutating func appendInnerPieces() {
    guard pieces.count > Self.plainPieceCount else {
      for piece in pieces {
        output.endRun()
        appendExtremes(piece.range)
      }
      return output.endRun()
    }
    // All of them share a column of px: one x does for all.
    let middle = pieces[pieces.count / 2].range.lowerBound
    guard let x = point(middle)?.x else { return }
    pieces.sort { $0.top < $1.top }
    var stretch = pieces[0]
    for piece in pieces.dropFirst() {
      if piece.top <= stretch.bottom + mergeDistance {
        stretch.bottom = max(stretch.bottom, piece.bottom)
      } else {
        append(stretch, x: x)
        stretch = piece
      }
    }
    append(stretch, x: x)
  }

  private mutating func append(_ stretch: Piece, x: Double) {
    output.endRun()
    output.append(Point(x: x, y: stretch.top))
    if stretch.bottom > stretch.top { output.append(Point(x: x, y: stretch.bottom)) }
    output.endRun()
  }
}
