import JSONModel
import JSONRPC

// What the examples of methods show. Each is meant for a fresh service with the pie `spending`, whose slices are Rent 25,
// Food 30, Fun 15, Transport 10 and Savings 20, of radius 100 in the middle of 640 × 360 px; what only plots can do, for
// one with the bars `steps` besides, of 30 days of which 9 are seen.
extension JSON {
  /// What an interaction with `spending` answers.
  static func answer(
    revision: Int = 2, changed: Bool = true, hit: JSON = nil, selection: JSON = nil, marker: JSON = nil,
    events: JSON = []
  ) -> JSON {
    [
      "session": "default", "chart": "spending", "revision": .integer(revision), "changed": .bool(changed), "hit": hit,
      "selection": selection, "marker": marker, "events": events,
    ]
  }

  /// The selection of its first slice.
  static let rent: JSON = ["series": 0, "index": 0, "path": [0]]
  /// The event that tells of it.
  static let rentSelected: JSON = [
    "type": "valueSelected", "series": 0, "index": 0, "path": [0], "label": "Rent", "value": 25, "fraction": 0.25,
  ]
}

extension MethodExample.Comparison {
  /// What an interaction led to, without the texts of markers.
  static let outcome = MethodExample.Comparison.members(["revision", "changed", "hit", "selection", "events"])
}
