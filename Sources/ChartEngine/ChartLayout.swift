public import ChartModel
public import JSONModel

/// Where everything in a chart is: what is drawn and what is hit are both made from it.
public protocol ChartLayout: Sendable {
  var canvas: Canvas { get }
  /// What of the chart's state it shows.
  var view: ChartState.View { get }
  /// What the author should know: what was left out and why.
  var warnings: [String] { get }
  /// What the warnings depend on: a layout with the same basis has the same ones. `nil` where nobody can tell.
  var warningBasis: WarningBasis? { get }

  /// What lies under a point. Kind `none` where nothing does.
  func hit(at point: Point) -> Hit
  /// The mark that a tap would pick which hits this; `nil` if it would pick none.
  func path(pickedBy hit: Hit) -> [Int]?
  /// The mark at a path of indices; `nil` if there is none, or it is hidden.
  func mark(at path: [Int]) -> MarkReference?
  /// The paths of the marks that are seen, those of a series together, and how many there are.
  /// - Parameter limit: So many paths at most; where there are more, they are those at about equal distances.
  func markPaths(atMost limit: Int) -> (paths: [[Int]], count: Int)
  /// What is shown beside a mark.
  func marker(for path: [Int]) -> Marker?
  /// What is to be drawn.
  /// - Parameter animated: Whether it is to play its draw-in by itself, ending in the same picture.
  func scene(animated: Bool) -> Scene
  /// The boxes and marks as JSON, so that clients need not parse the SVG.
  func report() -> JSON
  /// The chart in words: kind, title, values.
  func words() -> String
  /// A mark in words, whether or not it is in view; `nil` if there is none.
  func words(for path: [Int]) -> String?
  /// What is brushed, in words; `nil` where nothing is.
  var brushWords: String? { get }
  /// In which ways what is seen can be moved by hand.
  var movability: Movability { get }
  /// Where its axes are, which those of charts beside it may be brought in line with; `nil` without any, or where its author says
  /// where they are.
  var alignedPlot: Rect? { get }
  /// Whether the picture itself shows the marker of what is selected, so that a frontend need not.
  var drawsMarker: Bool { get }
  /// The plots in which whatever place is pointed at has the marker of all marks at that position.
  var sharedPlots: [SharedPlot] { get }
  /// Where marks are hit besides what their own elements cover, the uppermost last.
  var hitAreas: [HitArea] { get }
}

/// What is hit as a mark though no element of that mark is there: it belongs to all marks of a series, as what a radar's line
/// encloses does.
public struct HitArea: Hashable, Sendable {
  /// The path of the mark.
  public var path: [Int]
  /// Its corners in the picture, one after the other; none where nothing of it is seen.
  public var corners: [Point]

  func moved(by way: Point) -> HitArea { HitArea(path: path, corners: corners.map { $0 + way }) }
}

/// A plot that is pointed at as a whole, since its markers tell of all marks at one position.
public struct SharedPlot: Hashable, Sendable {
  /// The indices that lead to its chart: none where that is not a part of another.
  public var path: [Int]
  /// Where it is in the picture.
  public var rect: Rect
}

extension ChartLayout {
  /// Those of the elements that are marks.
  public func markPaths(atMost limit: Int) -> (paths: [[Int]], count: Int) {
    var paths: [[Int]] = []
    func add(_ nodes: [Node]) {
      for node in nodes {
        if let path = node.meaning?.path { paths.append(path) }
        switch node.shape {
        case .group(let nodes), .clipped(_, let nodes), .cropped(_, let nodes): add(nodes)
        case .path, .circle, .dots, .rect, .polyline, .text, .raster: break
        }
      }
    }
    add(scene().nodes)
    paths.sort { $0.lexicographicallyPrecedes($1) }
    let step = Int.step(among: paths.count, atMost: limit)
    return (stride(from: 0, to: paths.count, by: step).map { paths[$0] }, paths.count)
  }

  public func path(pickedBy hit: Hit) -> [Int]? { hit.path }
  public var warningBasis: WarningBasis? { nil }

  public var movability: Movability { Movability() }
  public var drawsMarker: Bool { false }
  public var brushWords: String? { nil }
  public var sharedPlots: [SharedPlot] { [] }
  public var hitAreas: [HitArea] { [] }
  public var alignedPlot: Rect? { nil }

  /// What is to be drawn, as a still picture.
  public func scene() -> Scene { scene(animated: false) }
}

extension Int {
  /// How many of some to go on each time, so that so many are met at most.
  static func step(among count: Int, atMost limit: Int) -> Int {
    let limit = Swift.max(limit, 1)
    return count <= limit ? 1 : (count - 1) / limit + 1
  }
}
