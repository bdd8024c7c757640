/// How a pointer that went down on an overview changes what is seen.
public struct OverviewDrag: Hashable, Sendable {
  public var part: BrushDrag.Part
  /// The coordinate at which the pointer went down.
  public var origin: Double
  /// From coordinates to px: a coordinate, its place, and px for a unit.
  var map: [Double]
  /// The first and the last coordinate that were seen then.
  var before: [Double]
}
