public import ChartModel

/// In which ways what is seen of a chart can be moved by hand, so that a frontend leaves the rest of what a wheel or finger
/// does to the page around it.
public struct Movability: Hashable, Sendable {
  /// Whether scrolling leads to something left of what is seen, or above it, and right of it, or below.
  public var hasBefore = false
  public var hasAfter = false
  /// Whether scrolling ends with an entry in the middle.
  public var snaps = false
  /// Whether dragging does something whatever the direction: it turns it about its centre, or brushes along both axes.
  public var turns = false
  /// Along which axes of the picture it can be zoomed.
  public var zoom = PlotDirections.none

  public init() {}
}
