public import ChartModel

/// One report of a pointer.
public struct PointerReport: Hashable, Sendable {
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    case down, move, up, cancel
  }

  public var phase: Phase
  public var position: Point
  /// In seconds; without times there is no inertia.
  public var time: Double?
  /// Which pointer it is: fingers have different numbers.
  public var pointer: Int

  public init(phase: Phase, position: Point, time: Double? = nil, pointer: Int = 0) {
    self.phase = phase
    self.position = position
    self.time = time
    self.pointer = pointer
  }
}
