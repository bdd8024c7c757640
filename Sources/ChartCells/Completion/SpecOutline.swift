import JSONModel
import YAMLText

/// What a spec says as far as it can be read, however unfinished: which keys stand where, and what could stand at the
/// cursor. A parser stops at the first fault; this is for texts that are being written.
struct SpecOutline {
  /// What can stand at the cursor.
  enum Role: Hashable, Sendable {
    /// A key of the object with this number in ``objects``.
    case key(object: Int)
    /// A value that may also be an object's first key: an item, or a line below `key:`.
    case node(path: [JSONPath.Component])
    /// A value behind `key:`.
    case value(path: [JSONPath.Component])
  }

  /// An object with what is known of it.
  struct Object: Sendable {
    var path: [JSONPath.Component]
    /// The keys with the offsets where they stand.
    var keys: [(name: String, range: Range<Int>)] = []
    /// The values that are texts.
    var scalars: [String: String] = [:]
  }

  /// A text in a list.
  struct Item: Sendable {
    var path: [JSONPath.Component]
    var text: String
  }

  /// The word at the cursor: its role, and the offsets of the word.
  struct Cursor: Sendable {
    var role: Role
    var word: Range<Int>
  }

  /// How the text ends.
  enum End: Hashable, Sendable {
    /// With a whole value; more lines would begin in this column.
    case whole(column: Int)
    /// With `key:` or `-` whose value is to follow; the column is that of the key.
    case pendingValue(column: Int)
    /// In brackets or quotes.
    case open(column: Int)
    /// In a block scalar of a key in this column.
    case blockScalar(column: Int)
  }

  private(set) var objects: [Object] = []
  /// The texts in lists, as many of them as may matter: a list of numbers may be long.
  private(set) var items: [Item] = []
  private(set) var cursor: Cursor?
  private(set) var end = End.whole(column: 0)

  let source: SourceText
  let range: Range<Int>
  /// The cursor's offset.
  let offset: Int

  static let itemLimit = 10_000

  private init(_ source: SourceText, range: Range<Int>, cursor offset: Int) {
    self.source = source
    self.range = range
    self.offset = offset
  }

  /// Reads a spec.
  /// - Parameters:
  ///   - range: The spec's offsets in the text.
  ///   - offset: The cursor.
  static func reading(_ source: SourceText, range: Range<Int>, cursor offset: Int) -> SpecOutline {
    var reader = SpecOutlineReader(SpecOutline(source, range: range, cursor: offset))
    reader.read()
    return reader.outline
  }

  /// Hands the outline over, so that whoever gets it does not have to copy what it adds to.
  mutating func take() -> SpecOutline {
    let outline = self
    self = SpecOutline(source, range: range, cursor: offset)
    return outline
  }

  // MARK: - For the reader

  mutating func addObject(at path: [JSONPath.Component]) -> Int {
    objects.append(Object(path: path))
    return objects.count - 1
  }

  mutating func addKey(_ name: String, _ range: Range<Int>, to object: Int) {
    objects[object].keys.append((name, range))
  }

  mutating func setScalar(_ text: String, of key: String, in object: Int) {
    objects[object].scalars[key] = text
  }

  mutating func addItem(_ text: String, at path: [JSONPath.Component]) {
    if items.count < SpecOutline.itemLimit { items.append(Item(path: path, text: text)) }
  }

  /// A word as it is meant: without the escapes of the quotes that it stands in.
  func text(of word: Range<Int>) -> String {
    let text = source.string(word)
    guard word.lowerBound > range.lowerBound else { return text }
    switch source.scalars[word.lowerBound - 1] {
    case "'": return text.replacing("''", with: "'")
    case "\"" where text.contains("\\"):
      return (try? YAMLDocument.parse("\"\(text)\""))?.first?.json.stringValue ?? text
    default: return text
    }
  }

  /// Notes what can stand between two offsets, if the cursor is there. What is noted last counts.
  mutating func note(_ role: Role, _ range: ClosedRange<Int>, word: Range<Int>? = nil) {
    guard range.contains(offset) else { return }
    cursor = Cursor(role: role, word: word ?? offset..<offset)
  }

  mutating func forgetCursor(in range: ClosedRange<Int>) {
    if range.contains(offset) { cursor = nil }
  }

  mutating func finish(_ end: End) { self.end = end }

  // MARK: - Asking

  /// The texts of the objects on the way to a path, one for each step from the root on.
  func scalars(along path: [JSONPath.Component]) -> [[String: String]] {
    (0...path.count).map { depth in
      objects.first { $0.path.elementsEqual(path.prefix(depth)) }?.scalars ?? [:]
    }
  }

  /// The same without the value at the path itself, which may be no word yet: of `type: b` nothing follows.
  func scalars(leadingTo path: [JSONPath.Component]) -> [[String: String]] {
    var scalars = scalars(along: path)
    if case .key(let key)? = path.last { scalars[path.count - 1][key] = nil }
    return scalars
  }

  /// The keys that an object has, except the one at the cursor.
  func keys(of object: Int) -> Set<String> {
    guard objects.indices.contains(object) else { return [] }
    return Set(
      objects[object].keys.filter { !($0.range.lowerBound...$0.range.upperBound).contains(offset) }.map(\.name))
  }
}
