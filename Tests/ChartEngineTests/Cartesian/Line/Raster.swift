@testable import ChartEngine
import ChartModel

/// A picture of lines, made by a rule that has nothing in common with the reduction: each px is cut into 8 × 8, in each of
/// the thin columns a segment has the heights that it has there, and a square brush as wide as the stroke goes over it.
struct Raster {
  static let fine = 8
  let width: Int
  let height: Int
  /// Half the stroke's width, in px.
  private let halfStroke: Double
  /// For each thin column where covering begins and ends, as differences; columns one after the other.
  private var deltas: [Int32]
  private var rows: Int { height * Raster.fine }
  private var columns: Int { width * Raster.fine }

  init(width: Int, height: Int, stroke: Double) {
    self.width = width
    self.height = height
    halfStroke = stroke / 2
    deltas = [Int32](repeating: 0, count: width * Raster.fine * (height * Raster.fine + 1))
  }

  mutating func draw(_ run: ArraySlice<Point>) {
    guard var last = run.first else { return }
    if run.count == 1 { draw(last, last) }
    for point in run.dropFirst() {
      draw(last, point)
      last = point
    }
  }

  private mutating func draw(_ start: Point, _ end: Point) {
    let (left, right) = start.x <= end.x ? (start, end) : (end, start)
    let scale = Double(Raster.fine)
    let lastColumn = Double(columns - 1)
    let first = (left.x * scale).rounded(.down)
    let last = (right.x * scale).rounded(.down)
    guard last >= 0, first <= lastColumn else { return }
    for column in Int(max(first, 0))...Int(min(last, lastColumn)) {
      // The heights at which the segment enters and leaves the thin column.
      let enter = max(left.x, Double(column) / scale)
      let leave = min(right.x, Double(column + 1) / scale)
      let slope = right.x > left.x ? (right.y - left.y) / (right.x - left.x) : 0
      let y0 = enter <= left.x ? left.y : left.y + (enter - left.x) * slope
      let y1 = leave >= right.x ? right.y : left.y + (leave - left.x) * slope
      let top = min(max(((min(y0, y1) - halfStroke) * scale).rounded(), 0), Double(rows))
      let bottom = min(max(((max(y0, y1) + halfStroke) * scale).rounded(), 0), Double(rows))
      deltas[column * (rows + 1) + Int(top)] += 1
      deltas[column * (rows + 1) + Int(bottom)] -= 1
    }
  }

  /// How much of each px is covered, from 0 to 64.
  var coverage: [Int] {
    let (columns, rows) = (columns, rows)
    var covered = [UInt8](repeating: 0, count: columns * rows)
    for column in 0..<columns {
      var depth: Int32 = 0
      for row in 0..<rows {
        depth += deltas[column * (rows + 1) + row]
        if depth > 0 { covered[column * rows + row] = 1 }
      }
    }
    // The brush's width: how many thin columns within its reach are covered, as a sum that moves along.
    let reach = Int(halfStroke * Double(Raster.fine))
    var result = [Int](repeating: 0, count: width * height)
    covered.withUnsafeBufferPointer { covered in
      for row in 0..<rows {
        var sum = 0
        for column in -reach..<columns {
          if column + reach < columns { sum += Int(covered[(column + reach) * rows + row]) }
          if column - reach > 0 { sum -= Int(covered[(column - reach - 1) * rows + row]) }
          if column >= 0, sum > 0 { result[row / Raster.fine * width + column / Raster.fine] += 1 }
        }
      }
    }
    return result
  }

  /// The share of px that differ by more than 32 of 255.
  static func difference(_ first: Raster, _ second: Raster) -> Double {
    let differing = zip(first.coverage, second.coverage).filter { abs($0 - $1) * 255 > 32 * 64 }.count
    return Double(differing) / Double(first.width * first.height)
  }
}
