import ChartModel

@testable import ChartEngine

extension Text {
  /// The room that it takes up in the usual font.
  var box: Rect { box(in: Font(size: size)) }
}
