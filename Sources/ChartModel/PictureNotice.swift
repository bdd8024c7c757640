/// What there is to say of a picture that is not yet, or no longer, what it is to be.
package struct PictureNotice: Hashable, Sendable {
  /// Of lines of which only some rows are held.
  package var lines: String?
  /// Of a chart that does not show yet what is selected in those that it is linked with.
  package var links: String?
  /// Which charts of a layout those are.
  package var linkedCharts: Set<Int> = []

  package init(lines: String? = nil, links: String? = nil, linkedCharts: Set<Int> = []) {
    (self.lines, self.links, self.linkedCharts) = (lines, links, linkedCharts)
  }

  /// What of it is to be said of a chart of a layout.
  package func ofChart(_ index: Int) -> PictureNotice {
    PictureNotice(lines: lines, links: linkedCharts.contains(index) ? links : nil)
  }
}
