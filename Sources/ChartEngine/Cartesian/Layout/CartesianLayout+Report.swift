import ChartModel
import JSONModel
import OrderedCollections

extension CartesianLayout {
  func report() -> JSON {
    let always: JSON = [
      "size": Size.schema.encode(canvas.size), "plot": Rect.schema.encode(space.picture(plot)),
      "title": frame.title.map { Rect.schema.encode($0.box) } ?? .null, "legend": frame.legend?.report() ?? [],
      "axes": [
        "x": positionAxis, "left": frame.left.isVisible ? valueAxis(frame.left) : .null,
        "right": frame.right.isVisible ? valueAxis(frame.right) : .null,
      ],
      "viewport": viewport, "series": .array(marks.map { series($0, selection: view.selection) }),
      "limits": .array(
        spec.limits.map { limit in
          guard let side = limit.axis.side else { return positionLimit(limit) }
          let place = chart.coordinate(of: limit.place, on: limit.axis)
            .map { JSON(pictured(frame.axis(side).map.pixel(of: $0))) }
          return ["value": PositionSpec.schema.encode(limit.place), space.isTurned ? "x" : "y": place ?? .null]
        }),
      "popups": .array(popups), "bubbles": .array(bubbles), "marker": selectedMarker,
    ]
    return always.adding("part", chart.part.map { _ in .array(partMarks.map { series($0, selection: nil) }) }).adding(
      "brush", brushArea.map { Rect.schema.encode(space.picture($0.rect)) }
    ).adding(
      "overview",
      overview.map { overview in
        [
          "box": Rect.schema.encode(space.picture(overview.strip)),
          "seen": overview.area.map { Rect.schema.encode(space.picture($0.rect)) } ?? .null,
        ]
      })
  }

  /// A limit at a position, and where it is along the x axis, which goes down in a horizontal chart.
  private func positionLimit(_ limit: LimitSpec) -> JSON {
    let place =
      chart.data.coordinate(of: limit.place).map { JSON(pictured(x: frame.window.map.pixel(of: $0))) } ?? .null
    return ["value": PositionSpec.schema.encode(limit.place), space.isTurned ? "y" : "x": place]
  }

  private var positionAxis: JSON {
    [
      "box": Rect.schema.encode(space.picture(frame.x.box)),
      "ticks": .array(frame.x.labels.map { tick($0, at: pictured(x: $0.tick)) }),
    ]
  }

  private func valueAxis(_ axis: ValueAxisLayout) -> JSON {
    let labels = axis.labels(plot: plot, in: space)
    let ends = axis.transform.values(of: axis.domain)
    return [
      "box": Rect.schema.encode(space.picture(axis.box)), "min": JSON(ends.lower), "max": JSON(ends.upper),
      "ticks": .array(labels.map { tick($0, at: pictured($0.tick)) }),
    ]
  }

  /// A place along the positions as the picture has it: the px from the left, or from the top of a horizontal chart.
  private func pictured(x: Double) -> Double {
    let place = space.picture(Point(x: x, y: 0))
    return space.isTurned ? place.y : place.x
  }

  /// A height in the space of the axes as the picture has it: the px from the left of a horizontal chart, or from the top.
  private func pictured(_ y: Double) -> Double {
    let place = space.picture(Point(x: 0, y: y))
    return space.isTurned ? place.x : place.y
  }

  private func tick(_ label: AxisLabel, at place: Double) -> JSON {
    [
      "value": JSON(label.value), "text": .string(label.words), "position": JSON(place),
      "box": Rect.schema.encode(space.picture(label.box)), "selected": .bool(label.isSelected),
    ]
  }

  private var viewport: JSON {
    let window = frame.window
    let transform = chart.data.axis.transform
    return [
      "start": JSON(transform.value(of: window.start)), "end": JSON(transform.value(of: window.end)),
      "first": JSON(transform.value(of: window.span.lower)), "last": JSON(transform.value(of: window.span.upper)),
      "slotWidth": JSON((window.span.slot * window.map.scale).madeFinite),
      "zoomX": JSON(view.viewport?.zoomX ?? 1), "zoomY": JSON(view.viewport?.zoomY ?? 1),
      "scrolls": .bool(window.scrolls),
    ]
  }

  /// More marks of a series are not listed: who needs them has the data. Many series share ten times as many, so that a
  /// report stays small.
  private var listedCount: Int {
    min(CartesianLayout.listedCount, max(10 * CartesianLayout.listedCount / max(marks.count, 1), 1))
  }
  private static let listedCount = 1_000

  private func series(_ mark: any SeriesMark, selection: [Int]?) -> JSON {
    let series = mark.series
    // Of a picture of some rows the entries are not those that it would list.
    let isListed = series.held.map { $0.isComplete(in: frame.window.start...frame.window.end) } ?? true
    let points = isListed ? mark.inView : 0..<0
    var list: [JSON] = []
    for point in points.prefix(listedCount) {
      guard let place = mark.place(of: point).map(space.picture(_:)) else { continue }
      let index = series.specIndex(of: point)
      var entry: [(String, JSON)] = [
        ("index", .integer(index)),
        ("label", .string(mark.positionText(of: point))),
        ("value", JSON(series.value(at: point))), ("x", JSON(place.x)), ("y", JSON(place.y)),
        ("selected", .bool(selection == [series.index, index])),
      ]
      if let rect = mark.rect(of: point) { entry.append(("rect", Rect.schema.encode(space.picture(rect)))) }
      list.append(.object(.init(uniqueKeysWithValues: entry)))
    }
    return [
      "index": .integer(series.index), "type": .string(series.spec.typeName), "name": .string(series.spec.name),
      "color": .string(mark.color.css), "count": .integer(series.rowCount), "marks": .array(list),
      "listed": .bool(isListed && points.count <= listedCount),
    ]
  }

  private var popups: [JSON] {
    guard spec.popups.isEnabled, let entry = entry(at: view.selection), !isDrawingIn else { return [] }
    return popupBoxes(at: coordinate(of: entry)).map { box in
      [
        "series": .integer(box.series), "text": .string(box.bubble.runs.map(\.text).joined()),
        "box": Rect.schema.encode(box.frame),
      ]
    }
  }

  private var bubbles: [JSON] {
    guard !isDrawingIn else { return [] }
    return texts.bubbles.map { end in
      [
        "series": .integer(end.series), "text": .string(end.bubble.runs.map(\.text).joined()),
        "box": Rect.schema.encode(space.picture(end.frame)),
      ]
    }
  }

  private var selectedMarker: JSON {
    guard spec.marker.isVisible, !spec.popups.isEnabled, !isDrawingIn, let path = view.selection,
      let marker = marker(for: path)
    else { return .null }
    return [
      "text": .string(marker.text), "anchor": Point.schema.encode(marker.anchor),
      "frame": Rect.schema.encode(marker.frame),
    ]
  }
}

extension JSON {
  /// An object with another member, if there is something to say.
  fileprivate func adding(_ key: String, _ value: JSON?) -> JSON {
    guard case .object(var members) = self, let value else { return self }
    members[key] = value
    return .object(members)
  }
}
