import ChartModel

// Where the bubbles of markers are in the picture.

extension CartesianLayout {
  /// How far from the edges of the chart they stay, in px.
  static let markerMargin = 2.0

  /// Where the bubble of an entry is: where title and legend stay to be read if there is room, else anywhere in the chart.
  /// - Parameters:
  ///   - place: What it points to.
  ///   - isShared: Whether it tells of a whole position.
  func markerFrame(
    _ size: Size, of mark: any SeriesMark, _ point: Int, at place: Point, isShared: Bool
  ) -> Rect {
    let bounds = canvas.bounds.inset(by: CartesianLayout.markerMargin)
    func frame(in room: MarkerRoom) -> Rect? {
      guard isShared else { return self.frame(size, of: mark, point, at: place, in: room) }
      let x = self.frame.window.map.pixel(of: mark.series.points.positions[point])
      return self.frame(size, beside: place, and: space.picture(Point(x: x, y: plot.midY)), in: room)
    }
    return frame(in: MarkerRoom(bounds: bounds, kept: textsAround)) ?? frame(in: MarkerRoom(bounds: bounds))
      // Then it lies on what it belongs to.
      ?? Rect(
        x: place.x - size.width / 2, y: place.y - CartesianLayout.pointerLength - size.height, width: size.width,
        height: size.height
      )
      .moved(inside: bounds)
  }

  /// Where the title with the subtitle is, the caption, and the legend.
  private var textsAround: [Rect] {
    var texts = frame.title.map { [$0.box, $0.captionBox] } ?? []
    if let boxes = frame.legend?.boxes, let left = boxes.map(\.minX).min(), let top = boxes.map(\.minY).min(),
      let right = boxes.map(\.maxX).max(), let bottom = boxes.map(\.maxY).max()
    {
      // Between two of its entries a marker would cover it, too.
      texts.append(Rect(x: left, y: top, width: right - left, height: bottom - top))
    }
    return texts.filter { $0.height > 0 }
  }

  /// Above an entry, or below it, or beside it; `nil` where there is room for none of these.
  private func frame(
    _ size: Size, of mark: any SeriesMark, _ point: Int, at place: Point, in room: MarkerRoom
  ) -> Rect? {
    var side = mark.markerPlace(of: point)
    // Its own value stays to be read.
    let label = isDrawingIn ? nil : texts.values.labels.first { $0.series == mark.series.index && $0.point == point }
    let box =
      label.flatMap { $0.isInside ? nil : space.picture($0.box) } ?? Rect(x: place.x, y: place.y, width: 0, height: 0)
    if space.isTurned, let rect = mark.rect(of: point) {
      let bar = space.picture(rect)
      // The value of a box is in the middle of it.
      let isAtEnd = min(abs(place.x - bar.minX), abs(place.x - bar.maxX)) < 1
      if isAtEnd, let frame = frame(size, beyond: bar, of: mark, at: place, clearOf: box, in: room) { return frame }
      // The end of a bar is at its right, and its own length isn't to be covered.
      side = (rect.width / 2 + (isAtEnd ? side.distance : 4), false)
    }
    let above = min(place.y - side.distance, box.minY - 3) - CartesianLayout.pointerLength - size.height
    let below = max(place.y + side.distance, box.maxY + 3) + CartesianLayout.pointerLength
    let upright = (side.isBelow ? [below, above] : [above, below]).lazy.compactMap { y in
      room.place(Rect(x: place.x - size.width / 2, y: y, width: size.width, height: size.height), sliding: .aside)
    }
    let beside = frame(size, beside: mark, point, at: place, side.distance, in: room)
    guard let frame = upright.first else { return beside }
    // What is lower than two markers would be hidden by one.
    if let own = mark.rect(of: point).map(space.picture), own.intersects(frame), own.height < 2 * frame.height {
      return beside ?? frame
    }
    // Down on a bar it would lie on the value that is written there.
    return label.map { space.picture($0.box).intersects(frame) } == true ? beside ?? frame : frame
  }

  /// Beside an entry, rather than on it; `nil` where there is no room either.
  private func frame(
    _ size: Size, beside mark: any SeriesMark, _ point: Int, at place: Point, _ distance: Double, in room: MarkerRoom
  ) -> Rect? {
    let own = mark.rect(of: point).map(space.picture)
    let box = own ?? Rect(x: place.x, y: place.y, width: 0, height: 0)
    // How far a marker is above or below says nothing of how wide a mark is; of one without a width it is as far aside.
    let gap = (own == nil ? distance : 2) + CartesianLayout.pointerLength
    return [max(box.maxX, place.x) + gap, min(box.minX, place.x) - gap - size.width].lazy.compactMap { x in
      room.place(Rect(x: x, y: place.y - size.height / 2, width: size.width, height: size.height), sliding: .upright)
    }.first
  }

  /// Where a bubble is that tells of a whole position: beside the line through it and the entry's own mark.
  /// - Parameter line: Where the line is, of which one coordinate counts.
  private func frame(_ size: Size, beside place: Point, and line: Point, in room: MarkerRoom) -> Rect? {
    let gap = 10.0
    let frame = Rect(
      x: place.x - size.width / 2, y: place.y - size.height / 2, width: size.width, height: size.height)
    let ends =
      space.isTurned
      ? (before: min(place.y, line.y) - gap - size.height, after: max(place.y, line.y) + gap)
      : (before: min(place.x, line.x) - gap - size.width, after: max(place.x, line.x) + gap)
    return [ends.after, ends.before].lazy.compactMap { [space] start in
      var frame = frame
      if space.isTurned { frame.y = start } else { frame.x = start }
      return room.place(frame, sliding: space.isTurned ? .aside : .upright)
    }.first
  }

  /// Where a bubble is beyond the end of a bar that lies level: above or below it would cover the bars beside it. `nil` if there
  /// is no room, or another series goes on there.
  private func frame(
    _ size: Size, beyond bar: Rect, of mark: any SeriesMark, at place: Point, clearOf label: Rect, in room: MarkerRoom
  ) -> Rect? {
    let gap = CartesianLayout.pointerLength + 2
    let x =
      place.x >= bar.midX
      ? max(place.x + gap, label.maxX + gap + 1) : min(place.x - gap, label.minX - gap - 1) - size.width
    let wanted = Rect(x: x, y: place.y - size.height / 2, width: size.width, height: size.height)
    guard let frame = room.place(wanted, sliding: .upright), frame.minY <= place.y, frame.maxY >= place.y else {
      return nil
    }
    let covered = space.axes(frame)
    return marks.contains { $0.series.index != mark.series.index && $0.covers(covered, except: nil) } ? nil : frame
  }
}
