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
  func removed(from message: String) -> String {
    text.isEmpty ? message : message.replacing(text, with: description)
  }
}
