// Going through the numbers of a value by the declaration of its type.

/// What became of a value whose numbers were gone through.
@usableFromInline
package enum NumberEditResult: Sendable {
  case kept
  case changed
  /// There is no such value: it is left out where it may be, and otherwise as if not given.
  case lost
}

/// Does something to a number that has bounds.
@usableFromInline package typealias NumberEdit = (inout Double, NumberBounds) -> NumberEditResult

extension Schema {
  /// A value with every number within the bounds that its declaration sets. What was decoded is so already; what a program
  /// made may hold anything.
  ///
  /// A number that is infinite or none becomes the default of its property, or `nil` where that is allowed; in lists it is
  /// left out.
  /// - Complexity: O(*n*) in the values that have bounds; nothing is copied where all lie within them.
  public func restricted(_ value: Value) -> Value {
    editNumbers(of: value) { number, bounds in
      guard number.isFinite else { return .lost }
      let range = bounds.range
      guard !range.contains(number) else { return .kept }
      number = Swift.min(Swift.max(number, range.lowerBound), range.upperBound)
      return .changed
    }
  }

  /// A value after something was done to each of its numbers.
  package func editNumbers(of value: Value, _ edit: NumberEdit) -> Value {
    guard let editing else { return value }
    var value = value
    _ = editing(&value, edit)
    return value
  }

  /// The type with another way to its numbers, where its own declaration does not lead to them.
  package func editingNumbers(_ editing: @escaping NumberEditing) -> Schema { with(editing) }

  /// The type with numbers that programs may set to anything, infinity among it.
  package var unrestricted: Schema { with(nil) }

  private func with(_ editing: NumberEditing?) -> Schema {
    Schema(
      types: types, expectation: expectation, isText: isText, propertyNames: propertyNames, decoding: decoding,
      encoding: encoding, describing: describing, editing: editing)
  }
}

/// Goes through the numbers of a list's elements, and leaves out those that are lost.
@usableFromInline
func editElements<Element>(
  of elements: inout [Element], _ edit: (inout Element) -> NumberEditResult
) -> NumberEditResult {
  // What is kept after something was lost moves up at once, so that leaving out takes one pass.
  var kept = elements.startIndex
  var result = NumberEditResult.kept
  for index in elements.indices {
    // Written back only where it changed, since a list that others have too is copied as a whole.
    var element = elements[index]
    switch edit(&element) {
    case .kept: if kept < index { elements[kept] = element }
    case .changed:
      elements[kept] = element
      result = .changed
    case .lost:
      result = .changed
      continue
    }
    kept += 1
  }
  if kept < elements.endIndex { elements.removeSubrange(kept...) }
  return result
}
