public import ChartModel

/// What a user does to a chart. Times are seconds from any origin, places px in the chart.
public enum Interaction: Hashable, Sendable {
  /// A click or tap: selects what is there, or clears the selection.
  case tap(Point)
  /// One report of a mouse, pen or finger, from which taps and drags are recognised.
  case pointer(PointerReport)
  /// Turns the chart.
  case rotate(Turn)
  /// Selects the mark at a path of indices (`nil`: none) by program, with or without events.
  case highlight(path: [Int]?, notify: Bool)
  /// Hides an entry of the legend, or shows it again.
  case toggle(series: Int)
  case key(Key)
  /// Starts or stops the draw-in animation.
  case animate(AnimationCommand)
  /// Lets what moves by itself go on to a moment: a spin, an animation.
  case advance(time: Double)
}

/// How a chart is turned.
public enum Turn: Hashable, Sendable {
  /// By so many degrees clockwise.
  case by(Double)
  /// So that it starts at an angle, in degrees.
  case to(Double)
}

/// What to do with the draw-in animation.
public enum AnimationCommand: Hashable, Sendable {
  /// Starts it at the moment of the first ``Interaction/advance(time:)`` that follows, or at `time`. While it runs a
  /// start is ignored unless `restart` is set.
  case start(time: Double?, restart: Bool)
  /// Ends it at once, in the finished picture.
  case stop
}
