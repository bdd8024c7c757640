/// A key that charts answer to, under the name that the DOM's `KeyboardEvent.key` gives it, after `Shift+` where that
/// is held.
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
  /// Where an interval can be brushed, these draw it on; elsewhere they are the arrows.
  case brushLeft = "Shift+ArrowLeft"
  case brushRight = "Shift+ArrowRight"
  case brushUp = "Shift+ArrowUp"
  case brushDown = "Shift+ArrowDown"

  /// The same key without Shift.
  var plain: Key {
    switch self {
    case .brushLeft: .left
    case .brushRight: .right
    case .brushUp: .up
    case .brushDown: .down
    case .left, .right, .up, .down, .home, .end, .enter, .escape, .plus, .minus, .pageUp, .pageDown: self
    }
  }
}
