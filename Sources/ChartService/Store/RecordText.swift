import JSONModel
import Journal
import OrderedCollections

/// A part of a record: its text, or the name of the content that the text is, where it is long.
enum RecordPart: Sendable {
  case text([UInt8])
  case content(ContentDigest)

  /// So many bytes stand in the record itself.
  static let inlineLimit = 16 << 10
}

/// The text of a record, put together out of parts of which some were written before the turn was taken.
struct RecordText {
  private var bytes: [UInt8]
  private var contents: [(String, ContentDigest)] = []

  init(_ kind: String) { bytes = Array("{\"\(kind)\":{".utf8) }

  /// Adds a member.
  mutating func add(_ key: String, _ value: JSON) { add(key, .text(value.bytes)) }

  mutating func add(_ key: String, _ part: RecordPart?) {
    switch part {
    case nil: break
    case .text(let text):
      if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
      bytes += "\"\(key)\":".utf8
      bytes += text
    case .content(let digest): contents.append((key, digest))
    }
  }

  /// The whole, with the names of contents in a member of their own: nothing that a user has said is ever taken for one.
  var payload: [UInt8] {
    var text = self
    if !contents.isEmpty {
      let names = contents.map { "\"\($0.0)\":\"\($0.1)\"" }.joined(separator: ",")
      text.add("contents", .text(Array("{\(names)}".utf8)))
    }
    return text.bytes + Array("}}".utf8)
  }
}

/// A record that was read: what it is, and its members with the contents put in.
struct ReadRecord: Sendable {
  var kind: String
  var members: JSON
  /// The contents that it named.
  var contents: [ContentDigest] = []

  /// - Parameter content: Gives what is in a content.
  init(
    _ payload: some Collection<UInt8>, content: (ContentDigest) throws(StoreFault) -> [UInt8]
  ) throws(StoreFault) {
    guard case .object(let object)? = try? JSON(parsing: Array(payload), depthLimit: ReadRecord.depthLimit),
      object.count == 1,
      let kind = object.keys.first, case .object(var members)? = object.values.first
    else { throw StoreFault("a record is no object of one member") }
    self.kind = kind
    let named = members.removeValue(forKey: "contents")
    for (key, name) in named?.objectValue ?? OrderedDictionary<String, JSON>() {
      guard let digest = name.stringValue.flatMap(ContentDigest.init) else {
        throw StoreFault("a record names a content that has no name")
      }
      // Refused is not damaged: what is there must not be given up.
      let bytes = try content(digest)
      guard let json = try? JSON(parsing: bytes, depthLimit: ReadRecord.depthLimit) else {
        throw StoreFault("the content \(digest) is no JSON")
      }
      members[key] = json
      contents.append(digest)
    }
    self.members = .object(members)
  }

  /// Requests may be as deep as messages allow, and stand inside of records here.
  private static let depthLimit = JSON.defaultDepthLimit + 16

  func decoded<Value>(_ schema: Schema<Value>) throws(StoreFault) -> Value {
    do {
      return try schema.decode(members)
    } catch {
      throw StoreFault("a record '\(kind.excerpt)': \(error.description)")
    }
  }
}
