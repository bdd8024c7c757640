/// A key that charts answer to, under the name that the DOM's `KeyboardEvent.key` gives it.
public enum Key: String, CaseIterable, Hashable, Sendable {
  case left = "ArrowLeft"
  case right = "ArrowRight"
  case up = "ArrowUp"
  case down = "ArrowDown"
  case home = "Home"
  case end = "End"
  case enter = "Enter"
  case escape = "Escape"
  case plus = "+"
  case minus = "-"
  /// To the chart before, and to the next one, where several are in one.
  case pageUp = "PageUp"
  case pageDown = "PageDown"
}
