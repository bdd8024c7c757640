/// A pattern as SQLite's GLOB has it, which is what IPython's history search uses: `*`, `?` and `[…]`, case-sensitive.
package struct GlobPattern: Hashable, Sendable {
  private enum Element: Hashable {
    case scalar(Unicode.Scalar)
    case any
    case anyNumber
    case set([ClosedRange<Unicode.Scalar>], negated: Bool)
  }

  private let elements: [Element]

  package init(_ pattern: String) {
    let scalars = Array(pattern.unicodeScalars)
    var elements: [Element] = []
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "*":
        if elements.last != .anyNumber { elements.append(.anyNumber) }
      case "?": elements.append(.any)
      case "[":
        if let (set, end) = Self.set(scalars, from: index + 1) {
          elements.append(set)
          index = end
        } else {
          elements.append(.scalar("["))
        }
      case let scalar: elements.append(.scalar(scalar))
      }
      index += 1
    }
    self.elements = elements
  }

  /// Parses what follows `[`.
  /// - Returns: The set and the index of its `]`, or `nil` if there is none.
  private static func set(_ scalars: [Unicode.Scalar], from start: Int) -> (Element, end: Int)? {
    var index = start
    let isNegated = index < scalars.count && scalars[index] == "^"
    if isNegated { index += 1 }
    let first = index
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while index < scalars.count {
      let scalar = scalars[index]
      // A `]` right at the beginning stands for itself.
      if scalar == "]", index > first { return (.set(ranges, negated: isNegated), index) }
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        let end = scalars[index + 2]
        if scalar <= end { ranges.append(scalar...end) }
        index += 3
      } else {
        ranges.append(scalar...scalar)
        index += 1
      }
    }
    return nil
  }

  /// - Complexity: O(*n* · *m*) in the lengths of text and pattern: after a mismatch only the last `*` is tried again.
  package func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var position = 0
    var element = 0
    var retry: (element: Int, position: Int)?
    while position < scalars.count {
      if element < elements.count, elements[element] == .anyNumber {
        retry = (element + 1, position)
        element += 1
      } else if element < elements.count, Self.matches(elements[element], scalars[position]) {
        element += 1
        position += 1
      } else if let last = retry {
        retry = (last.element, last.position + 1)
        element = last.element
        position = last.position + 1
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .anyNumber }
  }

  private static func matches(_ element: Element, _ scalar: Unicode.Scalar) -> Bool {
    switch element {
    case .scalar(let expected): expected == scalar
    case .any: true
    case .anyNumber: false
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
    }
  }
}
