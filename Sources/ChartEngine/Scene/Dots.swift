public import ChartModel

/// Very many discs that are drawn one over the other in turn: a node for each would take several times as long.
public struct Dots: Hashable, Sendable {
  public struct Dot: Hashable, Sendable {
    public var center: Point
    /// In px.
    public var radius: Double
    /// Which of the styles it has.
    public var style: Int32
  }

  public private(set) var dots: [Dot] = []
  /// How discs are painted, each way once.
  public private(set) var styles: [Style] = []

  /// - Parameter capacity: How many there may be.
  init(capacity: Int) { dots.reserveCapacity(capacity) }

  /// Adds a way to paint discs.
  /// - Returns: Its number.
  mutating func add(_ style: Style) -> Int32 {
    styles.append(style)
    return Int32(clamping: styles.count - 1)
  }

  /// Adds a disc that is drawn over all others.
  /// - Parameter style: As ``add(_:)`` gave it.
  mutating func append(_ center: Point, radius: Double, style: Int32) {
    dots.append(Dot(center: center, radius: radius, style: style))
  }

  func mapCenters(_ transform: (Point) -> Point) -> Dots {
    var mapped = self
    for index in mapped.dots.indices { mapped.dots[index].center = transform(mapped.dots[index].center) }
    return mapped
  }

  /// The style of a disc.
  public func style(of dot: Dot) -> Style { styles[Int(dot.style)] }
}
