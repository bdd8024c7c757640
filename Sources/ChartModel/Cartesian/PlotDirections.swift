/// The axes of a plot along which something can be done: `x` is that of positions, `y` stands for those of values.
public enum PlotDirections: String, CaseIterable, Hashable, Sendable {
  case none, x, y, both

  public var includesX: Bool { self == .x || self == .both }
  public var includesY: Bool { self == .y || self == .both }
}
