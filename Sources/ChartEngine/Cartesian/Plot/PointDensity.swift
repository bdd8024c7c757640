import ChartModel
import JSONModel
import Synchronization

/// Very many points as how many of them are in each place: cells of a fine grid, the darker the more there are, or in the colours
/// of the points that would be seen there.
struct PointDensity {
  /// More points than these are not drawn one by one.
  static let mostPoints = 100_000
  /// How wide and high a cell is, in px: about as much as is seen of a point.
  private static let side = 3.0
  /// How much of the text's colour the fullest cell has.
  private static let mostShade = 0.75

  /// What the cells fill.
  private let area: Rect
  private let columns: Int
  private let rows: Int
  private var counts: [Int32]
  /// Of each cell the number of the colour that the point has which was added last.
  private var levels: [UInt8] = []

  /// - Parameter isColored: Whether points have colours of their own.
  /// - Returns: `nil` for an area without extent, or with more cells than a picture has pixels.
  init?(of area: Rect, isColored: Bool) {
    let (width, height) = (area.width / PointDensity.side, area.height / PointDensity.side)
    guard width > 0, height > 0, width.rounded(.up) * height.rounded(.up) <= Double(Raster.mostPixels) else {
      return nil
    }
    (columns, rows) = (Int(width.rounded(.up)), Int(height.rounded(.up)))
    self.area = Rect(
      x: area.minX, y: area.minY, width: PointDensity.side * Double(columns), height: PointDensity.side * Double(rows))
    counts = [Int32](repeating: 0, count: columns * rows)
    if isColored { levels = [UInt8](repeating: 0, count: counts.count) }
  }

  /// Points that are counted already.
  /// - Parameters:
  ///   - x, y: Where coordinates are in the picture.
  /// - Returns: `nil` where cells are so large in the picture that each would be seen as one.
  init?(_ taken: TakenPoints, _ x: PixelMap, _ y: PixelMap) {
    let (grid, found, most) = (taken.grid, taken.rows.counts, PointDensity.side * 1.5)
    let (left, right) = (x.pixel(of: grid.x.lowerBound), x.pixel(of: grid.x.upperBound))
    let (below, above) = (y.pixel(of: grid.y.lowerBound), y.pixel(of: grid.y.upperBound))
    area = Rect(x: min(left, right), y: min(below, above), width: abs(right - left), height: abs(above - below))
    (columns, rows) = (grid.columns, grid.rows)
    guard [left, right, above, below].allSatisfy(\.isFinite), found.count == columns * rows,
      area.width <= most * Double(columns), area.height <= most * Double(rows)
    else { return nil }
    counts = [Int32](repeating: 0, count: columns * rows)
    for column in 0..<columns {
      let place = left <= right ? column : columns - 1 - column
      for row in 0..<rows {
        let line = above < below ? rows - 1 - row : row
        counts[line * columns + place] = Int32(clamping: Int(saturating: found[column * rows + row]))
      }
    }
  }

  /// - Parameter level: The number of its colour, if it has one of its own.
  mutating func add(_ place: Point, level: UInt8? = nil) {
    let (x, y) = ((place.x - area.minX) / PointDensity.side, (place.y - area.minY) / PointDensity.side)
    guard x >= 0, y >= 0, x <= Double(columns), y <= Double(rows) else { return }
    // What is on the right or the lower edge is within.
    let cell = min(Int(y), rows - 1) * columns + min(Int(x), columns - 1)
    counts[cell] &+= 1
    if !levels.isEmpty, let level { levels[cell] = level }
  }

  /// The cells as one picture; `nil` without any.
  /// - Parameters:
  ///   - colors: Those that points have of their own, by their numbers.
  ///   - color: That of a single point, where they have none.
  func node(_ colors: [Color], _ color: Color, on surface: Surface) -> Node? {
    let most = counts.max() ?? 0
    guard most > 0 else { return nil }
    let nothing = Color(red: 0, green: 0, blue: 0, alpha: 0)
    var (palette, pixels) = ([nothing], [UInt8]())
    if levels.isEmpty {
      // Contrast only grows from a single point on.
      let shades = 255
      palette += (0..<shades).map {
        color.mixed(with: surface.text, share: PointDensity.mostShade * Double($0) / Double(shades - 1))
      }
      let scale = Double(shades - 1) / max(Double(most - 1), 1).squareRoot()
      pixels = counts.map { $0 == 0 ? 0 : UInt8(clamping: 1 + Int(Double($0 - 1).squareRoot() * scale)) }
    } else {
      palette += colors.prefix(255)
      pixels = zip(counts, levels).map { $0 == 0 ? 0 : UInt8(clamping: Int($1) + 1) }
    }
    return Raster(width: columns, height: rows, colors: palette, pixels: pixels).map { Node(.raster($0, area)) }
  }
}

extension PointDensity {
  /// Whether of so many points of a series it is drawn how many there are in each place, so that their sizes say nothing.
  static func shows(_ count: Int, of series: PlotSeries) -> Bool {
    guard count > mostPoints, case .scatter(let style) = series.spec.kind else { return false }
    return style.error == nil || series.interval == nil
  }

  /// The same of those in an interval of positions, in coordinates.
  /// - Complexity: O(log *n*)
  static func shows(_ series: PlotSeries, from start: Double, to end: Double) -> Bool {
    let positions = series.points.positions
    return shows(positions.upperBound(of: end) - positions.lowerBound(of: start), of: series)
  }
}

/// The last density of a series: while others are brushed its chart is drawn again and again, and a look at ten million points
/// takes longer than all else.
final class DensityCache: Sendable {
  /// What decides in which cell each point is.
  struct Key: Equatable {
    var area: Rect
    var (x, y): (PixelMap, PixelMap)
  }

  private let last = Mutex<(key: Key, density: PointDensity)?>(nil)

  /// - Parameter make: Called where the last one was of something else.
  func density(_ key: Key, make: () -> PointDensity?) -> PointDensity? {
    if let known = last.withLock({ $0?.key == key ? $0?.density : nil }) { return known }
    guard let made = make() else { return nil }
    last.withLock { $0 = (key, made) }
    return made
  }
}
