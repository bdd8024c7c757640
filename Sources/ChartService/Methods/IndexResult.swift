import JSONModel

struct IndexResult: Sendable {
  var index = -1
  var path: [Int]?
  var label: String?

  static let schema = Schema.object("IndexResult", "The index of a slice.", initial: IndexResult()) {
    Property("index", \.index, .integer(min: -1), "-1 if there is none.", required: true)
    Property("path", \.path, .optional(.path), "In an outer ring: the indices that lead to the slice.")
    Property("label", \.label, .optional(.string()), "In an outer ring: the slice's label.")
  }
}
