import ChartEngine
import ChartModel
import JSONModel

/// What is shown beside a mark, as the protocol says it.
struct MarkerBox: Hashable, Sendable {
  struct Run: Hashable, Sendable {
    var text = ""
    var weight: Int?
    var color: Color?
    var size: Double?

    static let schema = Schema.object("Run", "A piece of text in one style.", initial: Run()) {
      Property("text", \.text, .string(), "What it says.", required: true)
      Property("weight", \.weight, .optional(.integer(min: 1, max: 1000)), "As in CSS: 400 is regular, 700 bold.")
      Property("color", \.color, .optional(Color.schema), "A CSS colour: the author's, or one that can be read.")
      Property("size", \.size, .optional(.number(above: 0)), "How large its letters are, in px.")
    }
  }

  var text = ""
  var runs: [Run] = []
  var background: Color?
  var anchor = Point.zero
  var frame = Rect.zero
  var rule: RuleBox?

  /// A line that is to be drawn with the marker.
  struct RuleBox: Hashable, Sendable {
    var start = Point.zero
    var end = Point.zero

    static let schema = Schema.object("MarkerRule", "A straight line.", initial: RuleBox()) {
      Property("start", \.start, Point.schema, "Where it begins.", required: true)
      Property("end", \.end, Point.schema, "Where it ends.", required: true)
    }
  }

  init() {}

  init(_ marker: Marker) {
    text = marker.text
    runs = marker.runs.map { Run(text: $0.text, weight: $0.weight, color: $0.color, size: $0.size) }
    background = marker.background
    anchor = marker.anchor
    frame = marker.frame
    rule = marker.rule.map { RuleBox(start: $0.start, end: $0.end) }
  }

  static let schema = Schema.object("Marker", "What is shown beside a mark.", initial: MarkerBox()) {
    Property("text", \.text, .string(), "All of it as plain text.", required: true)
    Property("runs", \.runs, .array(of: Run.schema), "The same in pieces of one style.", required: true)
    Property(
      "background", \.background, .optional(Color.schema), "A CSS colour: the author's, or the theme's.")
    Property("anchor", \.anchor, Point.schema, "The place on the mark that it points to.", required: true)
    Property("frame", \.frame, Rect.schema, "Where it is shown, inside the chart.", required: true)
    Property(
      "rule", \.rule, .optional(RuleBox.schema),
      "A line through all marks that it tells of, if these are several; its text is a list then.")
  }
}
