import JSONModel

struct MarkerResult: Sendable {
  var marker: MarkerBox?

  static let schema = Schema.object("MarkerResult", "A marker.", initial: MarkerResult()) {
    Property("marker", \.marker, .optional(MarkerBox.schema), "null for a hidden mark.", required: true)
  }
}
