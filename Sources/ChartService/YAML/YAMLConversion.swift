import JSONModel
import OrderedCollections
import Yams

/// Turns Yams' nodes into JSON, within limits: a few lines of aliases of aliases can stand for more values than fit
/// into any memory.
struct YAMLConversion {
  let text: YAMLText
  private var count = 0

  init(text: YAMLText) { self.text = text }

  mutating func convert(_ node: Node, depth: Int) throws(YAMLSyntaxError) -> (JSON, YAMLPlace) {
    let position = text.position(of: node.mark)
    try enter(depth: depth, at: position)
    switch node {
    case .scalar(let scalar):
      return (json(of: scalar), YAMLPlace(position: position))
    case .sequence(let sequence):
      var items: [JSON] = []
      var places: [YAMLPlace] = []
      for element in sequence {
        let (item, place) = try convert(element, depth: depth + 1)
        items.append(item)
        places.append(place)
      }
      return (.array(items), YAMLPlace(position: position, contents: .items(places)))
    case .mapping(let mapping):
      return try convert(mapping, at: position, depth: depth)
    case .alias:
      // Only encoders make these; the parser puts the anchor's node here.
      return (.null, YAMLPlace(position: position))
    }
  }

  private mutating func enter(depth: Int, at position: TextPosition) throws(YAMLSyntaxError) {
    count += 1
    guard count <= YAMLDocument.nodeLimit else {
      throw YAMLSyntaxError("more than \(YAMLDocument.nodeLimit) values, counting what aliases stand for", at: position)
    }
    guard depth <= YAMLDocument.depthLimit else {
      throw YAMLSyntaxError("nested deeper than \(YAMLDocument.depthLimit) levels", at: position)
    }
  }

  private func json(of scalar: Node.Scalar) -> JSON {
    // Yams gives quoted scalars this tag, and so can authors: `!!str 2017`.
    scalar.tag.rawValue == Tag.Name.str.rawValue || scalar.tag.rawValue == Tag.Name.nonSpecific.rawValue
      ? .string(scalar.string) : YAMLScalar.json(ofPlain: scalar.string)
  }

  private mutating func convert(
    _ mapping: Node.Mapping, at position: TextPosition, depth: Int
  ) throws(YAMLSyntaxError) -> (JSON, YAMLPlace) {
    var members: OrderedDictionary<String, JSON> = [:]
    var places: [String: YAMLPlace.Member] = [:]
    var merged: [(JSON, YAMLPlace)] = []
    for (keyNode, valueNode) in mapping {
      let keyPosition = text.position(of: keyNode.mark)
      guard case .scalar(let key) = keyNode else { throw YAMLSyntaxError("a key must be a text", at: keyPosition) }
      let (value, place) = try convert(valueNode, depth: depth + 1)
      if key.string == "<<", key.style == .plain {
        merged += try sources(of: value, place)
      } else {
        members[key.string] = value
        places[key.string] = YAMLPlace.Member(key: keyPosition, value: place)
      }
    }
    // What a mapping says itself counts before what it merges, and what it merges first before the rest.
    for (value, place) in merged {
      guard case .members(let others) = place.contents else { continue }
      for (key, value) in value.objectValue ?? [:] where members[key] == nil {
        members[key] = value
        places[key] = others[key]
      }
    }
    return (.object(members), YAMLPlace(position: position, contents: .members(places)))
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
