import ChartEngine
import ChartSVG
import Testing

/// Pictures that follow one another in a live display, each checked: its bytes are those of the picture alone, its structure
/// is what a parser reads from them, and the patch from the one before gives it, as Foundation's parser of XML sees both.
struct PictureSequence {
  private(set) var last: Markup?
  /// How many pictures were made by a patch, and how many differ in what cannot be patched.
  private(set) var patched = 0
  private(set) var whole = 0

  /// - Returns: The patch from the picture before; `nil` for the first, and where there is none.
  @discardableResult
  mutating func add(
    _ scene: Scene, _ comment: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) -> SVGPatch? {
    let markup = SVGWriter.markup(scene)
    defer { last = markup }
    #expect(markup.bytes == SVGWriter.bytes(scene), "\(comment())", sourceLocation: sourceLocation)
    let parsed = MarkupParser.markup(markup.text)
    #expect(markup.nodes == parsed?.nodes, "\(comment())", sourceLocation: sourceLocation)
    #expect(markup.withPlainValues == parsed?.withPlainValues, "\(comment())", sourceLocation: sourceLocation)
    guard let old = last else { return nil }
    guard let patch = SVGPatch(from: old, to: markup) else {
      whole += 1
      return nil
    }
    patched += 1
    let (tree, new) = (XMLTree(old.text), XMLTree(markup.text))
    #expect(tree?.apply(patch) == true, "\(comment())", sourceLocation: sourceLocation)
    #expect(tree?.root?.description == new?.root?.description, "\(comment())", sourceLocation: sourceLocation)
    return patch
  }
}

extension Markup {
  /// Its attributes, each with what a parser reads as its value.
  fileprivate var withPlainValues: [Markup.Attribute] {
    attributes.map { attribute in
      var attribute = attribute
      attribute.plain = attribute.plain ?? String(decoding: bytes[attribute.value], as: UTF8.self)
      return attribute
    }
  }
}
