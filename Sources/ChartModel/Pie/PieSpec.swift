/// A pie: slices of a whole, as shares of a circle or of a part of it.
public struct PieSpec: Hashable, Sendable {
  public var common = CommonSpec()
  public var slices: [SliceSpec] = []
  public var data: DataSpec?
  /// Where the first slice begins, in degrees clockwise from three o'clock; 270 is twelve o'clock.
  public var startAngle = 270.0
  /// The outer radius of the outermost ring; as large as there is room for if not given. Shares are of the largest
  /// radius at which the circle still fits.
  public var radius: Length?
  /// The radius of the hole as a share of the radius, in [0, 1).
  public var hole = 0.0
  /// How many degrees the whole takes up; 180 for half a pie.
  public var sweep = 360.0
  /// The space between slices, in px.
  public var gap = 0.0
  /// The radius of the slices' corners, in px.
  public var cornerRadius = 0.0
  public var stroke = StrokeSpec()
  public var selection = SelectionSpec()
  public var rotation = RotationSpec()
  /// Whether a tap on a slice with children goes into it, as in a sunburst.
  public var isDrillable = false
  public var labels = PieLabelSpec()
  public var center = PieCenterSpec()

  public init() {}

  public init(slices: [SliceSpec]) { self.slices = slices }
}
