import ChartModel

extension LegendLayout {
  /// Scales that stand side by side.
  struct ScaleRow {
    var scales: [PlacedScale]
    /// What stays free above it, in px.
    let gap: Double

    static let spacing = 24.0

    var width: Double { scales.reduce(-ScaleRow.spacing) { $0 + $1.box.width + ScaleRow.spacing } }
    var height: Double { scales.reduce(0) { max($0, $1.box.height) } }
  }

  /// As many scales as there is room for.
  static func rows(
    of scales: [LegendScale], font: Font, rowHeight: Double, isColumn: Bool, room: Size, startsLegend: Bool
  ) -> (rows: [ScaleRow], missing: [LegendScale]) {
    var rows: [ScaleRow] = []
    var missing: [LegendScale] = []
    for scale in scales {
      guard
        let placed = PlacedScale(scale, font: font, rowHeight: rowHeight, isColumn: isColumn, widest: room.width)
      else {
        missing.append(scale)
        continue
      }
      var longer = rows
      if !isColumn, let last = rows.last, last.width + ScaleRow.spacing + placed.box.width <= room.width {
        longer[longer.count - 1].scales.append(placed)
      } else {
        let isFirst = startsLegend && rows.isEmpty
        longer.append(ScaleRow(scales: [placed], gap: isFirst ? 0 : isColumn ? rowHeight / 2 : 2))
      }
      if longer.reduce(0, { $0 + $1.gap + $1.height }) <= room.height {
        rows = longer
      } else {
        missing.append(scale)
      }
    }
    return (rows, missing)
  }
}
