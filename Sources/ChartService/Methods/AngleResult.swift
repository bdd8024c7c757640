import JSONModel

struct AngleResult: Sendable {
  var angle: Double?

  static let schema = Schema.object("AngleResult", "An angle.", initial: AngleResult()) {
    Property("angle", \.angle, .optional(.number(min: 0, below: 360)), "Degrees; null at the centre.", required: true)
  }
}
