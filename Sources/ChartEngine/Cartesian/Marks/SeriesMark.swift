import ChartModel
import JSONModel

/// One series as it stands in a plot: drawn, hit, found and put into words from one geometry.
///
/// A layout makes one for each series that is seen, once, and asks nothing about their types. They are objects, since they hold
/// some kilobytes, of which each closure over a value would be a copy with dozens of references.
protocol SeriesMark: AnyObject, Sendable {
  var stage: PlotStage { get }
  var series: PlotSeries { get }
  /// The axis that measures it.
  var axis: ValueAxisLayout { get }
  /// The points that are in view.
  var inView: Range<Int> { get }

  // MARK: Places

  /// Where a point's value is, in px, as far as the mark has come in; `nil` for a gap.
  func place(of point: Int) -> Point?
  /// How far right of their positions entries stand, in coordinates.
  var offset: Double { get }
  /// Up to where it is to be seen while it comes in, in px from the left; infinite if all of it is.
  var drawnEdge: Double { get }
  /// The rectangle that an entry fills, for those that are told of it; `nil` for marks that fill none.
  func rect(of point: Int) -> Rect?

  // MARK: Drawing

  /// What it draws, layer by layer.
  /// - Parameter entering: Whether it is to come in by itself, rather than to be as the phase has it.
  func drawings(entering: Bool) -> [LayerDrawing]
  /// What is drawn over its selected entry.
  func highlight(of point: Int, at place: Point) -> [Node]
  /// What is to be written at its entries.
  var labelRequests: [LabelRequest] { get }
  /// Where a text of a size may stand that belongs to an entry, the best place first. Whether something else is there already
  /// is not its own to know.
  func labelPlaces(of point: Int, size: Size) -> [LabelPlace]
  /// Whether all of its entries have a text or none: where some alone had one, the others would seem to have no value.
  var labelsAreAlike: Bool { get }
  /// Whether anything that it draws, but for one entry, is in a rectangle.
  func covers(_ rect: Rect, except point: Int?) -> Bool
  /// Whether it lays something translucent over what is below, so that nobody knows what lies behind a text there.
  var tintsOthers: Bool { get }
  /// The bubble that is to be at its end, and where that is.
  var endBubble: (bubble: Bubble, tip: Point, radius: Double)? { get }
  /// Whether its entries rise from 0, so that the place of 0 is to be seen.
  var standsOnZero: Bool { get }

  // MARK: Hitting

  /// The point that is drawn at a place, in a part of a layer.
  func hit(at place: Point, _ part: LayerPart, of layer: SeriesSpec.Layer) -> Int?
  /// Where points are hit besides what is drawn of each alone.
  var hitAreas: [(point: Int, rect: Rect)] { get }
  /// What its entries are to those who hit them.
  var hitKind: Hit.Kind { get }
  /// What decides which entry is the nearest.
  var nearness: Nearness { get }

  // MARK: Words

  /// What its entries are to those who don't see them: `bar`.
  var entryName: String { get }
  /// The position of an entry as it is told.
  func positionText(of point: Int) -> String
  /// The first and the last position in words; `nil` for what the x axis says.
  var ends: (first: String, last: String)? { get }
  /// All of it in words.
  var seriesWords: String { get }
  /// An entry in words: `Mon, Steps: 812`.
  func words(of point: Int) -> String
  /// What a placeholder in a template stands for.
  func filling(_ placeholder: String, of point: Int) -> String?
  /// The value of an entry where a marker tells it among those of other series.
  func sharedText(of point: Int) -> String
  /// How far from an entry its marker keeps, in px, and on which side of it that stands if there is room.
  func markerPlace(of point: Int) -> (distance: Double, isBelow: Bool)
  /// What the marker of an entry says where nobody says anything else; `nil` for what all markers say.
  func standardMarker(of point: Int) -> [MarkerRunSpec]?
  /// What had to be left out of its picture.
  var warnings: [String] { get }
}

/// What decides which entry of a series is the nearest to a place.
enum Nearness: Sendable {
  /// First the position, then the value: entries follow one another along the axis.
  case position
  /// The distance: entries lie anywhere.
  case distance
}

// MARK: - What most marks do

extension SeriesMark {
  var offset: Double { 0 }
  var drawnEdge: Double { stage.drawnEdge(uncoveredBy: [.wipe, .stroke]) }
  /// The author's colour for the series, or the palette's.
  var color: Color { stage.color(of: series) }

  func rect(of point: Int) -> Rect? { nil }
  var hitAreas: [(point: Int, rect: Rect)] { [] }
  func highlight(of point: Int, at place: Point) -> [Node] { [] }
  var labelRequests: [LabelRequest] { [] }
  func labelPlaces(of point: Int, size: Size) -> [LabelPlace] { [] }
  var labelsAreAlike: Bool { false }
  var endBubble: (bubble: Bubble, tip: Point, radius: Double)? { nil }
  var standsOnZero: Bool { false }
  var tintsOthers: Bool { false }
  var hitKind: Hit.Kind { .point }
  var nearness: Nearness { .position }
  var entryName: String { "point" }
  var warnings: [String] { [] }
  /// Of a value that is not sure also between which ends it lies.
  func standardMarker(of point: Int) -> [MarkerRunSpec]? {
    stage.words.usualMarker + (series.interval == nil ? [] : [MarkerRunSpec("\n{low} – {high}")])
  }

  func positionText(of point: Int) -> String { stage.words.position.text(at: series.points.positions[point]) }
  var ends: (first: String, last: String)? { nil }
  var seriesWords: String { stage.words.words(of: series) }
  func words(of point: Int) -> String { stage.words.sentence(of: point, series) }
  func filling(_ placeholder: String, of point: Int) -> String? { stage.words.filling(placeholder, of: point, series) }
  func sharedText(of point: Int) -> String { filling("value", of: point) ?? "" }

  /// A template filled with what an entry says.
  /// - Parameter limit: The most bytes that are written, where fewer are enough.
  func text(_ template: Template, limit: Int = Template.lengthLimit, of point: Int) -> String {
    template.text(limit: limit) { filling($0, of: point) }.oneLine
  }

  /// What an entry says to those who don't see it.
  func meaning(of point: Int) -> Meaning {
    let path = [series.index, series.specIndex(of: point)]
    return Meaning(
      role: .symbol, kind: entryName, label: words(of: point), path: path, isSelected: stage.selection == path)
  }

  /// What the series says to those who don't see it.
  var meaning: Meaning { Meaning(role: .object, kind: "series", label: seriesWords) }

  /// Whether each entry says what it is: nobody listens to more than these, so then only the series does.
  func areNamed(_ count: Int) -> Bool { count <= 200 }

  /// Whether an animation by count has come to a point.
  func isCounted(_ point: Int) -> Bool { stage.counted(inView)?.contains(point) ?? true }

  /// The points that are to be seen so far.
  var drawnPoints: Range<Int> {
    guard stage.isDrawingIn else { return inView }
    if stage.animation.kind == .count {
      let count = Int(saturating: (Double(inView.count) * min(max(stage.phase, 0), 1)).rounded(.down))
      return inView.prefix(count)
    }
    let edge = drawnEdge
    let map = stage.window.map
    guard edge < .infinity, map.isInvertible else { return inView }
    let end = series.points.positions.lowerBound(of: map.value(at: edge))
    return inView.lowerBound..<min(max(end, inView.lowerBound), inView.upperBound)
  }

  /// The points whose marks may be between two places along the positions, in px.
  /// - Parameters:
  ///   - reach: How far marks reach from their positions, in coordinates.
  ///   - slack: How far beyond that anything of them is drawn, in px.
  /// - Complexity: O(log *n*)
  func points(from left: Double, to right: Double, reach: Double, slack: Double = 1) -> Range<Int> {
    let (map, positions, reach) = (stage.window.map, series.points.positions, reach * (1 + 1e-9))
    guard map.isInvertible else { return 0..<0 }
    let first = positions.lowerBound(of: map.value(at: left - slack) - reach)
    let end = positions.upperBound(of: map.value(at: right + slack) + reach)
    return (first..<max(end, first)).clamped(to: inView)
  }

  /// Where it may be drawn: the plot, and so many px beside it where there is nothing more to be seen.
  func crop(reach: Double) -> Rect {
    let plot = stage.plot
    let left = stage.window.hasBefore ? 0 : reach
    let right = stage.window.hasAfter ? 0 : reach
    let (domain, values) = (axis.domain, series.points.values)
    let extrema = values.extrema(in: 0..<values.count)
    var below = (extrema?.min ?? domain.lower) < domain.lower ? 0 : reach
    var above = (extrema?.max ?? domain.upper) > domain.upper ? 0 : reach
    if axis.isReversed { swap(&below, &above) }
    return Rect(
      x: plot.minX - left, y: plot.minY - above, width: plot.width + left + right, height: plot.height + above + below)
  }
}
