/// Whether displays are shown live, so that they answer to the mouse.
public enum Liveness: String, CaseIterable, Hashable, Sendable {
  /// Only stills.
  case off
  /// In frontends that have shown that they may have widgets. Whoever only collects outputs, such as `nbconvert`, gets stills,
  /// which need no scripts to be seen.
  case auto
  /// Everywhere, for instance to keep the state of widgets in exported pages.
  case on
}
