public import JSONModel

/// One document of a YAML text, as JSON that remembers where each value stood.
///
/// What JSON cannot say is refused: keys that are no text, and values that contain themselves. Plain scalars mean what
/// they mean in YAML 1.2, so `no` is a text and dates are too. Anchors, aliases and merge keys (`<<`) are followed.
public struct YAMLDocument: Hashable, Sendable {
  /// How deep lists and mappings may nest.
  package static let depthLimit = 64
  /// How many values and keys there may be in all documents of a text after aliases are expanded.
  package static let nodeLimit = 200_000
  /// How many bytes of texts aliases may stand for in all: a line of text named in thousands of others would fill any
  /// memory.
  package static let aliasLimit = 16 << 20

  public let json: JSON
  package let place: YAMLPlace

  /// Reads all documents of a text. One that is empty is `null`; a text of nothing but comments has none.
  /// - Throws: ``YAMLSyntaxError`` for the first fault.
  /// - Complexity: O(*n*) in the length of the text and the number of values that aliases stand for.
  public static func parse(_ text: String) throws(YAMLSyntaxError) -> [YAMLDocument] {
    let text = YAMLText(text)
    try text.check()
    guard var reader = YAMLReader(text) else {
      throw YAMLSyntaxError("this is no YAML", at: TextPosition(line: 1, column: 1))
    }
    return try reader.documents()
  }

  // MARK: - Places

  /// Where a value begins; `nil` if there is none at this path. What an alias stands for is where its anchor is.
  public func position(of path: JSONPath) -> (line: Int, column: Int)? {
    find(path).map { ($0.value.position.line, $0.value.position.column) }
  }

  /// Where the key of a value begins; `nil` if there is none or the path does not end with a key.
  public func keyPosition(of path: JSONPath) -> (line: Int, column: Int)? {
    find(path)?.key.map { ($0.line, $0.column) }
  }

  private func find(_ path: JSONPath) -> YAMLPlace.Member? {
    var member = YAMLPlace.Member(key: nil, value: place)
    for component in path.components {
      switch (component, member.value.contents) {
      case (.key(let key), .members(let members)):
        guard let next = members[key] else { return nil }
        member = next
      case (.index(let index), .items(let items)):
        guard items.indices.contains(index) else { return nil }
        member = YAMLPlace.Member(key: nil, value: items[index])
      default:
        return nil
      }
    }
    return member
  }
}

/// Where a value stands, and where those in it do.
package struct YAMLPlace: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    /// Where the key stands; `nil` for items and roots.
    var key: TextPosition?
    var value: YAMLPlace
  }

  enum Contents: Hashable, Sendable {
    case none
    case items([YAMLPlace])
    case members([String: Member])
  }

  package var position: TextPosition
  var contents = Contents.none
}
