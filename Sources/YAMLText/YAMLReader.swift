import JSONModel
import OrderedCollections

/// Makes JSON with places of libyaml's events in one pass, within limits: a few lines of aliases of aliases can stand for
/// more values than fit into any memory.
struct YAMLReader: ~Copyable {
  private let text: YAMLText
  private var events: YAMLEvents
  private var anchors: [String: Value] = [:]
  /// How many values there are so far, with those that aliases stand for.
  private var count = 0
  /// Bytes of the texts that aliases stand for so far.
  private var aliasedBytes = 0

  /// A value, and what it takes to see whether it may stand in another place.
  private struct Value {
    var json: JSON
    var place: YAMLPlace
    /// How many values it is, itself among them.
    var count = 1
    /// How many lists and mappings are inside one another in it, itself among them.
    var height = 0
    /// Bytes of the texts in it, keys among them.
    var bytes = 0
  }

  /// - Returns: `nil` if there is no memory left.
  init?(_ text: YAMLText) {
    guard let events = YAMLEvents(text.lines) else { return nil }
    self.text = text
    self.events = events
  }

  /// The documents of the text.
  /// - Throws: ``YAMLSyntaxError`` for the first fault.
  mutating func documents() throws(YAMLSyntaxError) -> [YAMLDocument] {
    var documents: [YAMLDocument] = []
    while true {
      switch try next().kind {
      case .streamEnd: return documents
      case .documentStart:
        // The anchors of earlier documents stay known.
        let root = try value(try next(), depth: 0)
        documents.append(YAMLDocument(json: root.json, place: root.place))
      // What begins and ends the text and its documents.
      default: break
      }
    }
  }

  private mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
    do throws(YAMLFailure) {
      return try events.next()
    } catch {
      throw YAMLSyntaxError(error, in: text)
    }
  }

  // MARK: - Values

  /// - Parameter depth: How many lists and mappings it is in.
  private mutating func value(_ event: YAMLEvent, depth: Int) throws(YAMLSyntaxError) -> Value {
    let position = text.position(of: event.mark)
    var value: Value
    switch event.kind {
    case .scalar(let scalar, let isText, _):
      try take(1, at: position)
      let json = isText ? .string(scalar) : YAMLScalar.json(ofPlain: scalar)
      value = Value(json: json, place: YAMLPlace(position: position), bytes: scalar.utf8.count)
    case .sequenceStart:
      try take(1, at: position)
      try check(depth: depth + 1, at: position)
      value = try sequence(at: position, depth: depth + 1)
    case .mappingStart:
      try take(1, at: position)
      try check(depth: depth + 1, at: position)
      value = try mapping(at: position, depth: depth + 1)
    case .alias(let name):
      // A value that is not complete yet has no anchor: none can contain itself.
      guard let known = anchors[name] else {
        throw YAMLSyntaxError(YAMLFailure(problem: "found undefined alias", mark: event.mark), in: text)
      }
      try take(known.count, at: position)
      try takeAliased(known.bytes, at: position)
      try check(depth: depth + known.height, at: position)
      return known
    case .documentStart, .documentEnd, .sequenceEnd, .mappingEnd, .streamEnd:
      throw YAMLSyntaxError("expected a value", at: position)
    }
    if let anchor = event.anchor { anchors[anchor] = value }
    return value
  }

  private mutating func take(_ values: Int, at position: TextPosition) throws(YAMLSyntaxError) {
    count += values
    guard count <= YAMLDocument.nodeLimit else {
      throw YAMLSyntaxError("more than \(YAMLDocument.nodeLimit) values, counting what aliases stand for", at: position)
    }
  }

  private mutating func takeAliased(_ bytes: Int, at position: TextPosition) throws(YAMLSyntaxError) {
    aliasedBytes += bytes
    guard aliasedBytes <= YAMLDocument.aliasLimit else {
      throw YAMLSyntaxError("more than \(YAMLDocument.aliasLimit >> 20) MiB of what aliases stand for", at: position)
    }
  }

  private func check(depth: Int, at position: TextPosition) throws(YAMLSyntaxError) {
    guard depth <= YAMLDocument.depthLimit else {
      throw YAMLSyntaxError("nested deeper than \(YAMLDocument.depthLimit) levels", at: position)
    }
  }

  private mutating func sequence(at position: TextPosition, depth: Int) throws(YAMLSyntaxError) -> Value {
    var items: [JSON] = []
    var places: [YAMLPlace] = []
    var (count, height, bytes) = (1, 0, 0)
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind { break }
      let item = try value(event, depth: depth)
      items.append(item.json)
      places.append(item.place)
      count += item.count
      height = max(height, item.height)
      bytes += item.bytes
    }
    let place = YAMLPlace(position: position, contents: .items(places))
    return Value(json: .array(items), place: place, count: count, height: height + 1, bytes: bytes)
  }

  // MARK: - Mappings

  private mutating func mapping(at position: TextPosition, depth: Int) throws(YAMLSyntaxError) -> Value {
    var members: OrderedDictionary<String, JSON> = [:]
    var places: [String: YAMLPlace.Member] = [:]
    var merged: [(JSON, YAMLPlace)] = []
    var keys: Set<String> = []
    var repeated: (key: String, position: TextPosition)?
    var (count, height, bytes) = (1, 0, 0)
    while true {
      let event = try next()
      if case .mappingEnd = event.kind { break }
      let keyPosition = text.position(of: event.mark)
      guard case .scalar(let key, _, let isPlain) = event.kind else {
        throw YAMLSyntaxError("a key must be a text", at: keyPosition)
      }
      if let anchor = event.anchor {
        anchors[anchor] = Value(
          json: .string(key), place: YAMLPlace(position: keyPosition), bytes: key.utf8.count)
      }
      let value = try value(try next(), depth: depth)
      count += value.count
      height = max(height, value.height)
      bytes += key.utf8.count + value.bytes
      if !keys.insert(key).inserted { repeated = repeated ?? (key, keyPosition) }
      if key == "<<", isPlain {
        merged += try sources(of: value.json, value.place)
      } else {
        members[key] = value.json
        places[key] = YAMLPlace.Member(key: keyPosition, value: value.place)
      }
    }
    // Told at the end: what is no YAML at all comes first.
    if let repeated { throw YAMLSyntaxError("the key '\(repeated.key)' is given twice", at: repeated.position) }
    // What a mapping says itself counts before what it merges, and what it merges first before the rest.
    for (value, place) in merged {
      guard case .members(let others) = place.contents else { continue }
      for (key, value) in value.objectValue ?? [:] where members[key] == nil {
        members[key] = value
        places[key] = others[key]
      }
    }
    let place = YAMLPlace(position: position, contents: .members(places))
    return Value(json: .object(members), place: place, count: count, height: height + 1, bytes: bytes)
  }

  /// The mappings that `<<` brings in.
  private func sources(of value: JSON, _ place: YAMLPlace) throws(YAMLSyntaxError) -> [(JSON, YAMLPlace)] {
    switch (value, place.contents) {
    case (.object, _):
      return [(value, place)]
    case (.array(let items), .items(let places)) where items.allSatisfy { $0.objectValue != nil }:
      return Array(zip(items, places))
    default:
      throw YAMLSyntaxError("'<<' takes a mapping or a list of mappings", at: place.position)
    }
  }
}
