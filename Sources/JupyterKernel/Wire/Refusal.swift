/// Why a message was not taken. It is never answered: whoever cannot sign learns nothing.
package enum Refusal: Error, Hashable, Sendable {
  /// The frames are not those of a Jupyter message.
  case frames
  case signature
  /// A message with this signature came before.
  case duplicate
  /// The dictionary of this name is no JSON object, or lacks what it must have.
  case dictionary(String)
}
