import JSONModel

/// A gauge: a value on a scale that is an arc, shown by a needle or by how far the arc is filled.
public struct GaugeSpec: IndexedKindSpec {
  /// What shows the value.
  public enum Pointer: String, CaseIterable, Hashable, Sendable {
    case needle
    /// The arc, filled up to the value.
    case arc
  }

  /// A part of the scale in a colour of its own.
  public struct Band: Hashable, Sendable {
    /// Where it ends, the end of the scale if not given; it begins where the one before ends, the first one where the scale
    /// begins.
    public var to: Double?
    public var color: Color?
    public var label = ""

    public init(to: Double? = nil, color: Color? = nil, label: String = "") {
      (self.to, self.color, self.label) = (to, color, label)
    }
  }

  public var common = CommonSpec()
  /// `nil` where it is not known.
  public var value: Double?
  /// What the value is, written below it.
  public var measure = ""
  public var min = 0.0
  public var max = 100.0
  /// Where the scale begins, in degrees clockwise from three o'clock, and how many degrees it goes on clockwise.
  public var startAngle = 135.0
  public var sweep = 270.0
  public var bands: [Band] = []
  public var pointer = Pointer.needle
  /// Of the needle or the filled arc; what can be seen best, or the band's, if not given.
  public var color: Color?
  /// The thickness of the arc as a share of the radius.
  public var thickness = 0.12
  /// How far apart the ticks are, instead of what fits best.
  public var step: Double?
  /// Whether the scale says its numbers.
  public var hasLabels = true
  /// What is written in the middle: `{value}`, `{percent}`, `{measure}`, `{min}` and `{max}` stand for what they say.
  public var text = "{value}"

  public init() {}

  public init(value: Double?) { self.value = value }

  public var kindName: String { "gauge" }
  /// The value, and the bands.
  public var markCount: Int { 1 + bands.count }
  public static var markName: String { "mark" }
  public var weight: Int { 2 + bands.count }
}
