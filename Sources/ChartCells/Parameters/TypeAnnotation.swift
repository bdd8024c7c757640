import YAMLText

/// A type as Python annotates it: `float`, `Optional[List[int]]`, `int | None`. It is read to be skipped.
enum TypeAnnotation {
  /// The names that a type can begin with. Any word would do for Python, but `title: a = b` is YAML.
  private static let names: Set<String> = [
    "Any", "Dict", "List", "Mapping", "None", "Optional", "Sequence", "Tuple", "Union", "bool", "dict", "float", "int",
    "list", "object", "str", "tuple",
  ]

  /// The offset behind the annotation that begins at `start`; `nil` if none does.
  static func end(from start: Int, limit: Int, in scalars: [Unicode.Scalar]) -> Int? {
    guard start < limit else { return nil }
    let quote = scalars[start]
    guard quote == "\"" || quote == "'" else { return union(from: start, limit: limit, in: scalars) }
    guard let end = union(from: start + 1, limit: limit, in: scalars), end < limit, scalars[end] == quote else {
      return nil
    }
    return end + 1
  }

  private static func union(from start: Int, limit: Int, in scalars: [Unicode.Scalar]) -> Int? {
    var position = start
    while true {
      guard let end = type(from: position, limit: limit, in: scalars) else { return nil }
      let bar = scalars[end..<limit].firstIndex { !$0.isBlank } ?? limit
      guard bar < limit, scalars[bar] == "|" else { return end }
      position = scalars[(bar + 1)..<limit].firstIndex { !$0.isBlank } ?? limit
    }
  }

  private static func type(from start: Int, limit: Int, in scalars: [Unicode.Scalar]) -> Int? {
    var first = start
    guard var end = ParameterName.end(from: first, limit: limit, in: scalars) else { return nil }
    // `typing.List`: the last name counts.
    while end + 1 < limit, scalars[end] == ".", ParameterName.isStart(scalars[end + 1]) {
      first = end + 1
      end = ParameterName.end(from: first, limit: limit, in: scalars) ?? limit
    }
    guard end - first <= 10, names.contains(String(scalars[first..<end])) else { return nil }
    guard end < limit, scalars[end] == "[" else { return end }
    var depth = 0
    while end < limit {
      let scalar = scalars[end]
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
      end += 1
      if depth == 0 { return end }
      guard ParameterName.isPart(scalar) || scalar.isBlank || "[],.|\"'".unicodeScalars.contains(scalar) else {
        return nil
      }
    }
    return nil
  }
}
