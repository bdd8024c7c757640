import ChartData
import ChartEngine
import ChartModel

/// What of a database's rows a chart shows.
struct ShownRows: Hashable, Sendable {
  /// What they were put together for.
  var needs: Set<RowNeed> = []
  /// Why they are not those of the picture.
  var warnings: [String] = []
  /// Where the rows are of lines that are selected elsewhere.
  var selected: SelectedLines?
  /// What its picture says of them.
  var notice = PictureNotice()
}

/// Lines of a database of which the rows alone are shown that are selected in charts that a chart is linked with.
final class SelectedLines: Sendable {
  let plots: [ChartLines.Plot]

  init(_ plots: [ChartLines.Plot]) { self.plots = plots }
}

extension SelectedLines: Hashable {
  static func == (left: SelectedLines, right: SelectedLines) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
