import ChartEngine
import ChartModel
import JSONModel

struct HitResult: Sendable {
  var hit = Hit(kind: .none, at: .zero)

  static let schema = Schema.object("HitResult", "What is hit.", initial: HitResult()) {
    Property("hit", \.hit, Hit.schema, "What lies there; of kind `none` where nothing does.", required: true)
  }
}
