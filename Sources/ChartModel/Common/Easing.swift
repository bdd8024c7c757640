/// How a phase follows time; the curves are in the engine.
public enum Easing: String, CaseIterable, Hashable, Sendable {
  case linear, easeIn, easeOut, easeInOut
  case cubicIn, cubicOut, cubicInOut
  case backIn, backOut, backInOut
  case bounceIn, bounceOut, bounceInOut
  case elasticIn, elasticOut, elasticInOut
}
