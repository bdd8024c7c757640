/// A text that nobody may see but the server it is for.
///
/// It is no `Codable`, and prints as `•••` wherever it is written by mistake, mirrors included.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package var isEmpty: Bool { text.isEmpty }

  /// Shows the text to whoever hands it to the server.
  package func reveal<Result>(_ body: (String) -> Result) -> Result { body(text) }

  /// What is made of the text, which nobody may see either.
  func map(_ body: (String) -> String) -> Secret { Secret(body(text)) }

  package var description: String { "•••" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// A message in which it does not stand, whatever a server or a library put into it.
  ///
  /// Byte by byte: beside an accent its first or last character is another one to Swift, but can be read all the same.
  func removed(from message: String) -> String {
    let (secret, bytes, cover) = (Array(text.utf8), Array(message.utf8), Array(description.utf8))
    guard !secret.isEmpty else { return message }
    var (kept, place) = ([UInt8](), 0)
    while place < bytes.count {
      if bytes[place...].starts(with: secret) {
        kept += cover
        place += secret.count
      } else {
        kept.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
