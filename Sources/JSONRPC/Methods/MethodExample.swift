public import JSONModel
import OrderedCollections

/// A call of a method and what it gives: documentation that tests run.
public struct MethodExample: Sendable {
  /// How much of the result is compared when the example is run. An example may shorten what is long or changes from
  /// call to call, such as an SVG.
  public enum Comparison: Hashable, Sendable {
    /// The whole result.
    case everything
    /// These members only, as dotted paths: `hit.kind`.
    case members([String])
    /// The call merely has to succeed.
    case nothing
  }

  /// What the example shows, in a few words.
  public let name: String
  /// By name (an object), by position (an array) or none (`{}`).
  public let params: JSON
  public let result: JSON
  public let compares: Comparison

  public init(_ name: String, params: JSON, result: JSON, compares: Comparison = .everything) {
    self.name = name
    self.params = params
    self.result = result
    self.compares = compares
  }

  /// Whether the result of a call is the one shown, as far as it is compared. The order of keys and the spelling of
  /// numbers (`1`, `1.0`) do not count.
  public func accepts(_ actual: JSON) -> Bool {
    switch compares {
    case .nothing: return true
    case .everything: return actual.means(result)
    case .members(let paths):
      return paths.allSatisfy { path in
        switch (actual.member(at: path), result.member(at: path)) {
        case (let actual?, let shown?): actual.means(shown)
        case (nil, nil): true
        default: false
        }
      }
    }
  }
}

extension JSON {
  /// Whether two values mean the same to a reader who knows neither the order of keys nor integers.
  func means(_ other: JSON) -> Bool {
    switch (self, other) {
    case (.array(let first), .array(let second)):
      return first.count == second.count && zip(first, second).allSatisfy { $0.means($1) }
    case (.object(let first), .object(let second)):
      return first.count == second.count && first.allSatisfy { key, value in second[key]?.means(value) ?? false }
    case (.integer, .number), (.number, .integer):
      return doubleValue == other.doubleValue
    default:
      return self == other
    }
  }

  /// The member at a dotted path such as `hit.kind`; numbers are indices: `events.0.type`.
  func member(at path: String) -> JSON? {
    var value: JSON? = self
    for component in path.split(separator: ".") {
      if case .array = value, let index = Int(component) {
        value = value?[index]
      } else {
        value = value?[String(component)]
      }
    }
    return value
  }
}
