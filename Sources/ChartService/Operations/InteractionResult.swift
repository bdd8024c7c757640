import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

/// What methods answer that do what a user does.
struct InteractionResult: Sendable {
  var session = ""
  var chart = ""
  var revision = 0
  var changed = false
  /// `true` or `nil`, so that results of charts at rest are as short as before.
  var moving: Bool?
  var hit: Hit?
  var selection: Selection?
  var marker: MarkerBox?
  /// What `chart/hover` has found.
  var pointed: Selection?
  var selected: String?
  var brushed: String?
  var events: [EventReport] = []
  var display: OrderedDictionary<String, JSON>?

  static let schema = Schema.object("InteractionResult", "What an interaction led to.", initial: InteractionResult()) {
    Property("session", \.session, .string(), "The session's name.", required: true)
    Property("chart", \.chart, .string(), "The chart's id.", required: true)
    Property(
      "revision", \.revision, .integer(min: 1), "Grows by one with every change of the chart.", required: true)
    Property("changed", \.changed, .bool(), "Whether the picture changed.", required: true)
    Property(
      "moving", \.moving, .optional(.bool()),
      "True while the chart moves by itself, a spin or an animation: `chart/advance` lets it go on.")
    Property(
      "hit", \.hit, .optional(Hit.schema), "What is under the pointer; null for what has no place.", required: true)
    Property("selection", \.selection, .optional(Selection.schema), "The selected mark, if any.", required: true)
    Property(
      "marker", \.marker, .optional(MarkerBox.schema), "What is shown beside the selected mark, or the one pointed at.",
      required: true)
    Property(
      "pointed", \.pointed, .optional(Selection.schema),
      "`chart/hover`: the mark that a tap there would pick, if any, which `marker` is beside.")
    Property("selected", \.selected, .optional(.string()), "The selected mark in words, if any.")
    Property("brushed", \.brushed, .optional(.string()), "What is brushed in words, if anything is.")
    Property("events", \.events, .array(of: EventReport.schema), "What happened, in turn.", required: true)
    Property(
      "display", \.display, .optional(displaySchema), "The picture, unless `render` is false.")
  }

  static let displaySchema = Schema<OrderedDictionary<String, JSON>>.dictionary(of: .json()).annotated([
    "description": "A MIME bundle: `image/svg+xml`, and `text/plain` with the chart in words."
  ])
}

extension Hit {
  static let schema = Schema.object("Hit", "What lies under a point.", initial: Hit(kind: .none, at: .zero)) {
    Property("kind", \.kind, .word(), "What it is.", required: true)
    Property(
      "series", \.series, .optional(.integer(min: 0)), "The data series, or the ring, 0 at the centre.", required: true)
    Property(
      "index", \.index, .optional(.integer(min: 0)), "The index in it; in a ring, among its siblings.", required: true)
    Property("path", \.path, .optional(.path), "The indices that lead to a slice, from the innermost ring outwards.")
    Property("x", \.point.x, .number(), "How far from the left, in px.", required: true)
    Property("y", \.point.y, .number(), "How far from the top, in px.", required: true)
    Property("value", \.value, .optional(.number()), "What it stands for.", required: true)
    Property("label", \.label, .optional(.string()), "Its name.", required: true)
    Property("fraction", \.fraction, .optional(.number(min: 0, max: 1)), "The share of the total.")
    Property("angle", \.angle, .optional(.number(min: 0, below: 360)), "The point's angle about the pie's centre.")
    Property(
      "drag", \.drag, .optional(.word()),
      "What a drag does that begins there, if it neither turns nor scrolls: `brush` brushes, `move` moves what is brushed."
    )
  }
}

extension ChartService {
  /// What a picture says about an interaction that changed nothing.
  func report(
    _ picture: ChartPicture, hit: Hit? = nil, pointed: [Int]? = nil, theme: Theme? = nil, render: Rendering
  ) -> InteractionResult {
    var result = InteractionResult()
    result.session = picture.session
    result.chart = picture.chart
    result.revision = picture.revision
    result.moving = picture.isMoving ? true : nil
    result.hit = hit
    let selected = picture.source.state.view.selection
    result.selection = Selection(path: selected, in: picture.source.spec)
    if let path = pointed ?? selected {
      let layout = theme.map(picture.layout(theme:)) ?? picture.layout
      result.marker = layout.marker(for: path).map(MarkerBox.init)
    }
    result.pointed = Selection(path: pointed, in: picture.source.spec)
    (result.selected, result.brushed) = (picture.selectedWords, picture.brushedWords)
    result.display = render.display(of: picture)
    return result
  }
}
