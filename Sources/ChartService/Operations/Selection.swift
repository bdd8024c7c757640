import ChartModel
import JSONModel

/// The selected mark.
struct Selection: Hashable, Sendable {
  var series = 0
  var index = 0
  var path: [Int]?

  init() {}

  /// - Parameters:
  ///   - path: The indices that lead to the mark: of a plot's those of the series and of the entry in it.
  ///   - spec: The spec of the mark's chart.
  init?(path: [Int]?, in spec: ChartSpec) {
    guard let path, let index = path.last else { return nil }
    let address = spec.content.address(of: path)
    self.index = index
    self.series = address.series ?? 0
    self.path = address.path
  }

  static let schema = Schema.object("Selection", "The selected mark.", initial: Selection()) {
    Property("series", \.series, .integer(min: 0), "The data series, or the ring, 0 at the centre.", required: true)
    Property("index", \.index, .integer(min: 0), "The index in it; in a ring, among its siblings.", required: true)
    Property("path", \.path, .optional(.path), "The indices that lead to a slice, from the innermost ring outwards.")
  }
}

extension Schema where Value == [Int] {
  /// The indices that lead to a mark, from the innermost ring outwards.
  static var path: Schema { .array(of: .integer(min: 0), minItems: 1, maxItems: 100) }
}
