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
  /// Moves the viewport of a plot.
  case scroll(Scroll, snap: Bool)
  /// Enlarges a plot, or shows all of it again.
  case zoom(Zoom)
  /// Brushes a part of a plot; `nil` for none.
  case brush(Brush?)
  /// Hides an entry of the legend, or shows it again.
  case toggle(series: Int)
  /// Hides all entries of the legend but one, or shows all again where it is alone.
  case isolate(series: Int)
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

/// How the viewport of a plot is moved.
public enum Scroll: Hashable, Sendable {
  /// By so many px; positive shows what is farther right in the picture, or down in one of a horizontal chart.
  case by(Double)
  /// So that a position is at its beginning.
  case to(PositionSpec)
  case toStart
  case toEnd
}

/// How a plot is enlarged.
public enum Zoom: Hashable, Sendable {
  /// So many times as large, along the axes of which a place in px is given: that place stays where it is. Without any,
  /// about the middle along the axes that the spec allows, or the x axis if it allows none.
  case by(Double, x: Double?, y: Double?)
  /// So many times as large along the x axis, with a position in the middle.
  case at(PositionSpec, by: Double)
  /// As the spec begins.
  case fit
}

/// What to do with the draw-in animation.
public enum AnimationCommand: Hashable, Sendable {
  /// Starts it at the moment of the first ``Interaction/advance(time:)`` that follows, or at `time`. While it runs a
  /// start is ignored unless `restart` is set.
  case start(time: Double?, restart: Bool)
  /// Ends it at once, in the finished picture.
  case stop
}
