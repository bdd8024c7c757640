import ChartModel
import JSONModel

extension PieLayout {
  func report() -> JSON {
    let slices: [JSON] = marks.map { mark in
      let sector = mark.sector
      return [
        "path": .array(mark.path.map { .integer($0) }), "ring": .integer(mark.ring), "index": .integer(mark.index),
        "label": .string(mark.label), "value": JSON(mark.value), "fraction": JSON(mark.fraction),
        "percent": .string(mark.percentText), "color": .string(mark.color.css), "start": JSON(sector.start),
        "sweep": JSON(sector.sweep), "inner": JSON(sector.inner), "outer": JSON(sector.outer),
        "selected": .bool(mark.isSelected),
      ]
    }
    let placed = self.labels
    let labels: [JSON] =
      placed.leaders.map { leader in
        [
          "path": .array(leader.path.map { .integer($0) }), "text": .string(leader.runs.map(\.text).joined()),
          "box": Rect.schema.encode(leader.box), "dot": Point.schema.encode(leader.line.dot),
          "elbow": Point.schema.encode(leader.line.elbow), "end": Point.schema.encode(leader.line.end),
        ]
      }
      + placed.inside.map { label in
        [
          "path": .array(label.path.map { .integer($0) }), "text": .string(label.text.runs.map(\.text).joined()),
          "box": Rect.schema.encode(label.box),
        ]
      }
    let report: JSON = [
      "size": Size.schema.encode(canvas.size), "plot": Rect.schema.encode(plot), "center": Point.schema.encode(center),
      "radius": JSON(radius), "holeRadius": JSON(holeRadius), "startAngle": JSON(view.startAngle),
      "sweep": JSON(spec.sweep), "total": JSON(total), "title": title.map { Rect.schema.encode($0.box) } ?? .null,
      "slices": .array(slices), "labels": .array(labels), "legend": legend?.report() ?? [],
    ]
    guard !root.isEmpty else { return report }
    return report.merging(patch: ["root": .array(root.map { .integer($0) }), "crumbs": crumbs?.report() ?? []])
  }
}
