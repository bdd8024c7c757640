import ChartModel
import JSONModel
import OrderedCollections

/// Slices within slices out of rows that name each level: `Asia, East, Japan` and a value.
struct SliceLevels {
  private struct Slice {
    /// What rows say that name no further level.
    var value = 0.0
    var color: String?
    var children: OrderedDictionary<String, Slice> = [:]

    mutating func add(_ value: Double, color: String?, at path: ArraySlice<String>) {
      guard let name = path.first else {
        self.value = min(self.value + value, .greatestFiniteMagnitude)
        self.color = self.color ?? color
        return
      }
      children[name, default: Slice()].add(value, color: color, at: path.dropFirst())
    }

    /// What it and all within it have.
    var total: Double { children.values.reduce(value) { min($0 + $1.total, .greatestFiniteMagnitude) } }

    func json(named name: String) -> JSON {
      var members: OrderedDictionary<String, JSON> = ["label": .string(name)]
      // What rows say of a parent itself is beside its children.
      if children.isEmpty || value > 0 { members["value"] = JSON(total) }
      if let color { members["color"] = .string(color) }
      if !children.isEmpty { members["children"] = .array(children.map { $1.json(named: $0) }) }
      return .object(members)
    }
  }

  private var whole = Slice()

  /// - Parameter path: The names of the levels, the outermost first; what follows a level without a name is left out.
  mutating func add(_ value: Double, color: String?, at path: [String?]) {
    let names = path.prefix { $0?.isEmpty == false }.compactMap(\.self)
    whole.add(value, color: color, at: (names.isEmpty ? [""] : names)[...])
  }

  /// The slices as specs have them, in the order in which their names come.
  var json: JSON { .array(whole.children.map { $1.json(named: $0) }) }
}
