import JSONModel

struct IndexResult: Sendable {
  var index = -1

  static let schema = Schema.object("IndexResult", "The index of a slice.", initial: IndexResult()) {
    Property("index", \.index, .integer(min: -1), "-1 if there is none.", required: true)
  }
}
