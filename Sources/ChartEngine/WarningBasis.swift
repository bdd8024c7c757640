/// What the warnings of a layout depend on while a chart gets more points, or loses some: of two layouts that have the same
/// basis the warnings are the same, so that a chart that has grown need not be laid out to tell them.
public struct WarningBasis: Equatable, Sendable {
  /// What of a spec stays as it is while points come and go: one for all charts that have grown out of one another.
  final class Design: Sendable {}

  let design: Design
  let view: ChartState.View
  let canvas: Canvas
  /// Of each series that is drawn the least and the greatest coordinate; `nil` without any.
  let extents: [ClosedRange<Double>?]

  public static func == (left: WarningBasis, right: WarningBasis) -> Bool {
    left.design === right.design && left.view == right.view && left.canvas == right.canvas
      && left.extents == right.extents
  }
}
