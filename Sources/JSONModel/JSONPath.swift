/// A place in a JSON value, such as `slices[2].value`.
public struct JSONPath: Hashable, Sendable {
  public enum Component: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  /// From the root inwards.
  public var components: [Component]

  public init(_ components: [Component] = []) { self.components = components }

  /// The path of a member of the root.
  public static func key(_ name: String) -> JSONPath { JSONPath([.key(name)]) }

  public var isEmpty: Bool { components.isEmpty }

  /// The place as seen from one level further out.
  public func prefixed(by component: Component) -> JSONPath { JSONPath([component] + components) }
}

extension JSONPath: CustomStringConvertible {
  /// Keys are cut as names in messages are.
  public var description: String {
    var output = ""
    for component in components {
      switch component {
      case .index(let index): output += "[\(index)]"
      case .key(let key): output += output.isEmpty ? key.excerpt : ".\(key.excerpt)"
      }
    }
    return output
  }
}
