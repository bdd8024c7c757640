/// Where the pen is while a path is written in its compact form, and what was written last.
struct PathPen {
  /// What the last thing written was: it decides whether the next number needs a space before it.
  enum Ending {
    case letter, whole, fraction
  }

  /// In hundredths of a px, as they are written: what is relative to a rounded place doesn't add up the rounding.
  var x = 0
  var y = 0
  /// Where the piece began.
  var startX = 0
  var startY = 0
  /// Whether there is a place to be relative to.
  var hasBegun = false
  /// Whether nothing of the piece has been drawn yet.
  var isAtStart = true
  /// The command that numbers without a letter continue; 0 if there is none.
  var command: UInt8 = 0
  var ending = Ending.letter
  /// How many places in turn have been relative.
  var relatives = 0

  /// Renderers add up relative places in single precision. That stays below 1/100 px if it is done for so many at most,
  /// and not far out, from where a line may lead into the chart.
  private static let longestRun = 128
  private static let reach = 8192 * 100

  func mustBeAbsolute(to x: Int, _ y: Int) -> Bool {
    relatives >= PathPen.longestRun
      || max(self.x.magnitude, self.y.magnitude, x.magnitude, y.magnitude) > UInt(PathPen.reach)
  }

  mutating func move(to x: Int, _ y: Int, isRelative: Bool) {
    (self.x, self.y) = (x, y)
    relatives = isRelative ? relatives + 1 : 0
    isAtStart = false
  }
}
