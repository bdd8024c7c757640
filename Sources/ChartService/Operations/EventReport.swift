import ChartEngine
import JSONModel

/// What a chart tells those who listen, as the protocol says it.
struct EventReport: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case valueSelected, nothingSelected, translated, rotated, zoomed, settled, animationFinished, rootChanged, brushed
  }

  var type = Kind.nothingSelected
  var series: Int?
  var index: Int?
  var path: [Int]?
  var label: String?
  var value: Double?
  var fraction: Double?
  var angle: Double?
  var by: Double?
  var dx: Double?
  var dy: Double?
  var scaleX: Double?
  var scaleY: Double?
  var completed: Bool?
  var brush: Brush?

  init() {}

  init(_ event: Event) {
    self.init()
    switch event {
    case .inPart(let index, let inner):
      self = EventReport(inner)
      path = [index] + (path ?? [])
    case .valueSelected(let mark):
      type = .valueSelected
      (series, index, path) = (mark.series, mark.index, mark.path)
      (label, value, fraction) = (mark.label, mark.value, mark.fraction)
    case .nothingSelected:
      type = .nothingSelected
    case .rotated(let angle, let by):
      type = .rotated
      (self.angle, self.by) = (angle, by)
    case .settled(let angle):
      type = .settled
      self.angle = angle
    case .translated(let dx, let dy):
      type = .translated
      (self.dx, self.dy) = (dx, dy)
    case .zoomed(let x, let y):
      type = .zoomed
      (scaleX, scaleY) = (x, y)
    case .scrolled(let mark):
      type = .settled
      (series, index, label, value) = (mark?.series, mark?.index, mark?.label, mark?.value)
    case .rootChanged(let root):
      type = .rootChanged
      path = root
    case .brushed(let brush):
      type = .brushed
      self.brush = brush
    case .animationFinished(let completed):
      type = .animationFinished
      self.completed = completed
    }
  }

  static let schema = Schema.object("Event", "What happened.", initial: EventReport()) {
    Property("type", \.type, .word(), "What it is; it decides which of the others are there.", required: true)
    Property(
      "series", \.series, .optional(.integer(min: 0)),
      "`valueSelected`: the data series, or the ring; `settled`: of the mark in the centre.")
    Property("index", \.index, .optional(.integer(min: 0)), "`valueSelected`: the index in it.")
    Property(
      "path", \.path, .optional(.path),
      "`valueSelected`: the indices that lead to a slice; `rootChanged`: to what is shown alone, none for all. Of charts in a "
        + "layout or facets the index of the chart comes first, with all events.")
    Property("label", \.label, .optional(.string()), "`valueSelected`: the mark's name.")
    Property("value", \.value, .optional(.number()), "`valueSelected`: what the mark stands for.")
    Property("fraction", \.fraction, .optional(.number(min: 0, max: 1)), "`valueSelected`: the share of the total.")
    Property("angle", \.angle, .optional(.number()), "`rotated`, `settled`: the start angle now, in degrees.")
    Property("by", \.by, .optional(.number()), "`rotated`: how far it turned, in degrees, clockwise.")
    Property("dx", \.dx, .optional(.number()), "`translated`: how far what is seen went to the right, in px.")
    Property("dy", \.dy, .optional(.number()), "`translated`: how far it went down, in px.")
    Property("scaleX", \.scaleX, .optional(.number()), "`zoomed`: how large it is along x, 1 as at first.")
    Property("scaleY", \.scaleY, .optional(.number()), "`zoomed`: how large it is along y, 1 as at first.")
    Property("brush", \.brush, .optional(Brush.schema), "`brushed`: the part of a plot that is brushed now, if any.")
    Property("completed", \.completed, .optional(.bool()), "`animationFinished`: false if it was stopped.")
  }
}
