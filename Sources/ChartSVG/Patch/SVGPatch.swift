/// What makes one picture of a chart out of another: for moves under somebody's hand, of which most change a few numbers.
///
/// Elements are named by their place among all elements of the old picture in document order, the root being 0; so they are
/// to be looked up before anything is changed. Applied in order, the edits give the same tree as the new picture has.
public struct SVGPatch: Hashable, Sendable {
  public enum Edit: Hashable, Sendable {
    /// Sets attributes of an element, or takes them away where the value is `nil`.
    case attributes(of: Int, [Attribute])
    /// Takes away so many children of an element from a place on, texts included, and puts others there.
    case children(of: Int, at: Int, removing: Int, markup: String)
  }

  public struct Attribute: Hashable, Sendable {
    public var name: String
    /// Without escapes.
    public var value: String?

    public init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var edits: [Edit] = []

  /// - Parameters:
  ///   - old: A picture as ``SVGWriter`` writes it, and `new` another one.
  /// - Returns: `nil` if it cannot be said as edits.
  /// - Complexity: O(*n*) in the length of both.
  public init?(from old: String, to new: String) {
    guard let old = MarkupTree(old), let new = MarkupTree(new) else { return nil }
    var comparison = Comparison(old: old, new: new)
    guard old.same(old.elements[0].name, new, new.elements[0].name), comparison.compare(0, 0, depth: 0) else {
      return nil
    }
    edits = comparison.edits
  }
}

private struct Comparison {
  let old: MarkupTree
  let new: MarkupTree
  var edits: [SVGPatch.Edit] = []

  /// What lies deeper is replaced as a whole.
  private static let depthLimit = 64

  init(old: MarkupTree, new: MarkupTree) {
    self.old = old
    self.new = new
  }

  /// Compares elements of the same name.
  /// - Returns: `false` if a difference cannot be said.
  mutating func compare(_ before: Int, _ after: Int, depth: Int) -> Bool {
    let (a, b) = (old.elements[before], new.elements[after])
    if old.same(a.range, new, b.range) { return true }
    guard compareAttributes(a, b, of: before) else { return false }
    return compareChildren(a.children, b.children, of: before, depth: depth)
  }

  private mutating func compareAttributes(_ a: MarkupTree.Element, _ b: MarkupTree.Element, of element: Int) -> Bool {
    var changes: [SVGPatch.Attribute] = []
    for (index, attribute) in b.attributes.enumerated() {
      // Nearly always they come in the same order.
      let counterpart =
        a.attributes.indices.contains(index) && old.same(a.attributes[index].name, new, attribute.name)
        ? a.attributes[index] : a.attributes.first { old.same($0.name, new, attribute.name) }
      if let counterpart, old.same(counterpart.value, new, attribute.value) { continue }
      guard let value = new.unescaped(attribute.value) else { return false }
      changes.append(SVGPatch.Attribute(name: new.text(attribute.name), value: value))
    }
    for attribute in a.attributes where !b.attributes.contains(where: { old.same(attribute.name, new, $0.name) }) {
      changes.append(SVGPatch.Attribute(name: old.text(attribute.name), value: nil))
    }
    // In a page those have a namespace, by which they would have to be set.
    guard !changes.contains(where: { $0.name.utf8.contains(UInt8(ascii: ":")) }) else { return false }
    if !changes.isEmpty { edits.append(.attributes(of: element, changes)) }
    return true
  }

  private mutating func compareChildren(
    _ a: [MarkupTree.Child], _ b: [MarkupTree.Child], of element: Int, depth: Int
  ) -> Bool {
    let (dropped, put) = depth < Comparison.depthLimit ? slide(a, b) : (a.count, b.count)
    var count = 0
    while dropped + count < a.count, put + count < b.count {
      let (child, other) = (a[dropped + count], b[put + count])
      switch (child.element, other.element) {
      case (nil, nil):
        if !old.same(child.range, new, other.range) {
          edits.append(
            .children(of: element, at: dropped + count, removing: 1, markup: new.text(other.range)))
        }
        count += 1
        continue
      case (let before?, let after?):
        if old.same(old.elements[before].name, new, new.elements[after].name) {
          guard compare(before, after, depth: depth + 1) else { return false }
          count += 1
          continue
        }
      default: break
      }
      break
    }
    // The end first, so that places in front of it stay what they are.
    let (rest, others) = (a[(dropped + count)...], b[(put + count)...])
    if !rest.isEmpty || !others.isEmpty {
      edits.append(.children(of: element, at: rest.startIndex, removing: rest.count, markup: markup(of: others)))
    }
    if dropped > 0 || put > 0 {
      edits.append(.children(of: element, at: 0, removing: dropped, markup: markup(of: b[..<put])))
    }
    return true
  }

  private func markup(of children: ArraySlice<MarkupTree.Child>) -> String {
    guard let first = children.first, let last = children.last else { return "" }
    return new.text(first.range.lowerBound..<last.range.upperBound)
  }

  /// How many children are gone from the beginning, or have come to it, as where a plot was scrolled.
  private func slide(_ a: [MarkupTree.Child], _ b: [MarkupTree.Child]) -> (dropped: Int, put: Int) {
    guard let first = a.first.flatMap({ key(of: $0, in: old) }), let start = b.first.flatMap({ key(of: $0, in: new) }),
      !old.same(first, new, start)
    else { return (0, 0) }
    if let place = a.firstIndex(where: { key(of: $0, in: old).map { old.same($0, new, start) } ?? false }) {
      return (place, 0)
    }
    if let place = b.firstIndex(where: { key(of: $0, in: new).map { new.same($0, old, first) } ?? false }) {
      return (0, place)
    }
    return (0, 0)
  }

  /// By what an element is known again: the mark that it is, or what is written in it.
  private func key(of child: MarkupTree.Child, in tree: MarkupTree) -> Range<Int>? {
    guard let element = child.element.map({ tree.elements[$0] }) else { return nil }
    let path = element.attributes.first { tree.bytes[$0.name].elementsEqual("data-path".utf8) }
    if let path { return path.value }
    return element.children.count == 1 && element.children[0].element == nil ? element.children[0].range : nil
  }
}

extension MarkupTree {
  /// A value as it was before ``SVGWriter`` escaped it; `nil` if there is an escape in it that it does not use.
  fileprivate func unescaped(_ range: Range<Int>) -> String? {
    guard bytes[range].contains(UInt8(ascii: "&")) else { return text(range) }
    var result: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "&") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      guard let end = bytes[index..<range.upperBound].firstIndex(of: UInt8(ascii: ";")),
        let character = MarkupTree.escapes[text(index..<end + 1)]
      else { return nil }
      result.append(character)
      index = end + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let escapes = [
    "&amp;": UInt8(ascii: "&"), "&lt;": UInt8(ascii: "<"), "&gt;": UInt8(ascii: ">"), "&quot;": UInt8(ascii: "\""),
    "&#10;": UInt8(ascii: "\n"), "&#9;": UInt8(ascii: "\t"),
  ]
}
