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

  /// - Returns: `nil` if it cannot be said as edits.
  /// - Complexity: O(*n*) in the length of both.
  public init?(from old: Markup, to new: Markup) {
    guard let root = old.nodes.first, let newRoot = new.nodes.first, old.same(root.name, new, newRoot.name) else {
      return nil
    }
    var comparison = Comparison(old: old, new: new)
    guard comparison.compare(0, 0, depth: 0) else { return nil }
    edits = comparison.edits
  }

  /// About how many bytes the edits take where they are sent.
  public var byteCount: Int {
    edits.reduce(0) { sum, edit in
      switch edit {
      case .attributes(_, let changes):
        sum + changes.reduce(8) { $0 + $1.name.utf8.count + ($1.value?.utf8.count ?? 2) + 6 }
      case .children(_, _, _, let markup): sum + markup.utf8.count + 16
      }
    }
  }
}

private struct Comparison {
  let old: Markup
  let new: Markup
  var edits: [SVGPatch.Edit] = []

  /// What lies deeper is replaced as a whole.
  private static let depthLimit = 64

  init(old: Markup, new: Markup) {
    self.old = old
    self.new = new
  }

  /// Compares elements of the same name.
  /// - Returns: `false` if a difference cannot be said.
  mutating func compare(_ before: Int, _ after: Int, depth: Int) -> Bool {
    let (a, b) = (old.nodes[before], new.nodes[after])
    if old.same(a.range, new, b.range) { return true }
    guard compareAttributes(a, b) else { return false }
    return compareChildren(before, after, depth: depth)
  }

  private mutating func compareAttributes(_ a: Markup.Node, _ b: Markup.Node) -> Bool {
    let (known, wanted) = (old.attributes[a.attributes], new.attributes[b.attributes])
    var changes: [SVGPatch.Attribute] = []
    for (index, attribute) in wanted.enumerated() {
      // Nearly always they come in the same order.
      let place = known.startIndex + index
      let counterpart =
        place < known.endIndex && old.same(known[place].name, new, attribute.name)
        ? known[place] : known.first { old.same($0.name, new, attribute.name) }
      if let counterpart, old.same(counterpart.value, new, attribute.value) { continue }
      changes.append(
        SVGPatch.Attribute(name: new.text(attribute.name), value: attribute.plain ?? new.text(attribute.value)))
    }
    for attribute in known where !wanted.contains(where: { old.same(attribute.name, new, $0.name) }) {
      changes.append(SVGPatch.Attribute(name: old.text(attribute.name), value: nil))
    }
    // In a page those have a namespace, by which they would have to be set.
    guard !changes.contains(where: { $0.name.utf8.contains(UInt8(ascii: ":")) }) else { return false }
    if !changes.isEmpty { edits.append(.attributes(of: a.number, changes)) }
    return true
  }

  private mutating func compareChildren(_ before: Int, _ after: Int, depth: Int) -> Bool {
    let element = old.nodes[before].number
    let (a, b) = (old.children(of: before), new.children(of: after))
    let (dropped, put) = depth < Comparison.depthLimit ? slide(a, b) : (a.count, b.count)
    var count = 0
    while dropped + count < a.count, put + count < b.count {
      let (child, other) = (old.nodes[a[dropped + count]], new.nodes[b[put + count]])
      guard child.isText == other.isText, child.isText || old.same(child.name, new, other.name) else { break }
      if !child.isText {
        guard compare(a[dropped + count], b[put + count], depth: depth + 1) else { return false }
      } else if !old.same(child.range, new, other.range) {
        edits.append(.children(of: element, at: dropped + count, removing: 1, markup: new.text(other.range)))
      }
      count += 1
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

  private func markup(of children: ArraySlice<Int>) -> String {
    guard let first = children.first, let last = children.last else { return "" }
    return new.text(new.nodes[first].start..<new.nodes[last].end)
  }

  /// How many children are gone from the beginning, or have come to it, as where a plot was scrolled.
  private func slide(_ a: [Int], _ b: [Int]) -> (dropped: Int, put: Int) {
    guard let first = a.first.flatMap(old.key), let start = b.first.flatMap(new.key), !old.same(first, new, start)
    else { return (0, 0) }
    if let place = a.firstIndex(where: { old.key(of: $0).map { old.same($0, new, start) } ?? false }) {
      return (place, 0)
    }
    if let place = b.firstIndex(where: { new.key(of: $0).map { new.same($0, old, first) } ?? false }) {
      return (0, place)
    }
    return (0, 0)
  }
}

extension Markup {
  fileprivate func children(of element: Int) -> [Int] {
    var children: [Int] = []
    var child = element + 1
    while child < nodes[element].next {
      children.append(child)
      child = nodes[child].next
    }
    return children
  }

  /// By what an element is known again: the mark that it is, or what is written in it.
  fileprivate func key(of node: Int) -> Range<Int>? {
    let element = nodes[node]
    guard !element.isText else { return nil }
    if let path = attributes[element.attributes].first(where: { bytes[$0.name].elementsEqual("data-path".utf8) }) {
      return path.value
    }
    // A text that is its only child.
    guard element.next == node + 2, nodes[node + 1].isText else { return nil }
    return nodes[node + 1].range
  }
}
