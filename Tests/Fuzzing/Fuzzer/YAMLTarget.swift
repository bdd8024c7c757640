import JSONModel
import OrderedCollections

@testable import YAMLText

extension FuzzTarget {
  /// Specs as YAML or JSON. Places lie in the text, aliases stand for no more than is allowed, and what was read as JSON is
  /// read from its own text again.
  static let yaml = FuzzTarget(name: "yaml") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = 2 + text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
    do throws(YAMLSyntaxError) {
      let documents = try SpecText.parse(text)
      for document in documents {
        expect(document.place.position.line <= lines, "a document begins in the text")
        let size = document.json.size
        expect(size.values <= YAMLDocument.nodeLimit + 1, "a text stands for a bounded number of values: \(size)")
        expect(
          size.bytes <= YAMLDocument.aliasLimit + 4 * bytes.count, "a text stands for bounded texts: \(size)")
        checkAgain(document.json)
      }
    } catch {
      expect((1...lines).contains(error.line) && error.column >= 1, "a fault lies in the text: \(error)")
      expect(!error.message.isEmpty, "a fault has a message")
    }
  }

  private static func checkAgain(_ json: JSON) {
    guard json.objectValue != nil || json.arrayValue != nil, json.isFinite else { return }
    let text = json.text
    do throws(YAMLSyntaxError) {
      let again = try SpecText.parse(text)
      expect(again.map(\.json) == [json], "JSON's text is read as the same: \(text.prefix(500))")
    } catch {
      expect(false, "JSON's text is read: \(error), of \(text.prefix(500))")
    }
  }
}

extension JSON {
  /// How many values and keys there are in it, and how many bytes its texts have.
  fileprivate var size: (values: Int, bytes: Int) {
    switch self {
    case .string(let text), .literal(let text): (1, text.utf8.count)
    case .array(let elements):
      elements.reduce((1, 0)) { sum, element in
        let size = element.size
        return (sum.0 + size.values, sum.1 + size.bytes)
      }
    case .object(let members):
      members.elements.reduce((1, 0)) { sum, member in
        let size = member.value.size
        return (sum.0 + 1 + size.values, sum.1 + member.key.utf8.count + size.bytes)
      }
    default: (1, 0)
    }
  }

  /// Whether JSON can write all its numbers: YAML has infinities and what is no number.
  fileprivate var isFinite: Bool {
    switch self {
    case .number(let value): value.isFinite
    case .array(let elements): elements.allSatisfy(\.isFinite)
    case .object(let members): members.values.allSatisfy(\.isFinite)
    default: true
    }
  }
}
