/// A key that was pressed, or a text that was pasted.
public enum Key: Hashable, Sendable {
  case text(String)
  /// A text that the terminal says was pasted, which may have several lines.
  case pasted(String)
  case enter, tab, escape, backspace, delete
  case left, right, up, down, home, end
  case wordLeft, wordRight
  /// With Control, in lower case.
  case control(Character)
  /// With Alt, in lower case.
  case alt(Character)
}
