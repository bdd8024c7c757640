import JSONModel
import OrderedCollections

/// The value of a parameter, with what its use costs.
struct Parameter: Hashable, Sendable {
  let value: JSON
  /// How it is written inside a longer text: texts as they are, numbers in their shortest form, all else as JSON.
  let text: String
  /// How many values it is, counting those in it.
  let nodeCount: Int
  let byteCount: Int
  /// How many levels of lists and objects it has.
  let depth: Int

  /// - Complexity: O(*n*) in the size of the value.
  init(_ value: JSON) {
    self.value = value
    let written = value.text
    switch value {
    case .string(let text): self.text = text
    case .number(let number): self.text = JSON(number).text
    default: self.text = written
    }
    self.byteCount = written.utf8.count
    (self.nodeCount, self.depth) = value.measure
  }
}

extension JSON {
  /// How many values this is, and how many levels of them.
  fileprivate var measure: (nodeCount: Int, depth: Int) {
    let inner: [JSON]
    switch self {
    case .array(let items): inner = items
    case .object(let members): inner = Array(members.values)
    default: return (1, 0)
    }
    var (count, depth) = (1, 0)
    for value in inner {
      let measure = value.measure
      count += measure.nodeCount
      depth = max(depth, measure.depth)
    }
    return (count, depth + 1)
  }
}
