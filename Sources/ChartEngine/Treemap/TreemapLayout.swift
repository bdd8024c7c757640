import ChartModel
import JSONModel

/// Where everything in a treemap is.
struct TreemapLayout: HierarchyLayout {
  let spec: TreemapSpec
  let view: ChartState.View
  let canvas: Canvas
  /// The phase of the draw-in, in [0, 1], after easing.
  let phase: Double
  let format: NumberFormat

  let title: TitleLayout?
  let legend: LegendLayout?
  let crumbs: Breadcrumbs?
  /// Where the tiles are.
  let plot: Rect
  let tree: SliceTree
  /// What of it is seen: all, or what is in the part that is gone into.
  let shown: SliceTree
  /// What is drawn, each tile before those within it; while one goes in or out, what is left behind before what is gone to.
  let tiles: [TreemapTile]
  /// What is to be said besides of labels left out.
  private let remarks: [String]
  // Hit tests need none of what is written; pictures and warnings need it once.
  private let lazyLabels: Lazy<TreemapLabels>

  init(spec: TreemapSpec, view: ChartState.View, phase: Double, canvas: Canvas) {
    self.spec = spec
    self.view = view
    self.canvas = canvas
    self.phase = phase
    let format = NumberFormat(spec.common.format)
    self.format = format
    let hidden = view.hiddenFlags(count: spec.slices.count)
    let tree = SliceTree(
      spec.slices, palette: spec.common.palette, hidden: hidden, format: format, on: canvas.surface, extent: "area")
    self.tree = tree
    shown = view.root.flatMap { tree.part(at: $0, format) } ?? tree
    var warnings = tree.warnings
    if tree.total <= 0 {
      warnings.append(
        spec.slices.isEmpty
          ? "there are no slices: nothing to show"
          : view.hidden.isEmpty ? "all values are 0: nothing to show" : "all slices are hidden or 0: nothing to show")
    }

    let surroundings = Surroundings(
      entries: spec.slices.enumerated().map { index, slice in
        (
          slice.label, slice.color ?? Palette.color(at: index, in: spec.common.palette, on: canvas.surface),
          hidden[index]
        )
      }, isNamedElsewhere: true, spec: spec.common, canvas: canvas)
    (title, legend) = (surroundings.title, surroundings.legend)
    warnings += surroundings.warnings
    let whole = surroundings.plot
    var area = whole
    crumbs = TreemapLayout.crumbs(to: view.root, in: tree, on: canvas, &area)
    if view.root != nil, crumbs == nil {
      warnings.append("the way back was left out: there is no room for it; Escape goes out")
    }
    plot = area

    /// What is seen when one is in a part.
    func tiles(in root: [Int]?) -> (tiles: TreemapTiles, area: Rect) {
      var area = whole
      _ = TreemapLayout.crumbs(to: root, in: tree, on: canvas, &area)
      let parts = root.flatMap { tree.part(at: $0, format)?.parts } ?? tree.parts
      return (
        TreemapTiles(
          spec: spec, selection: view.selection, parts: parts, font: canvas.typeface.font(spec.labels.fontSize),
          in: area), area
      )
    }
    let there = tiles(in: view.root)
    if there.tiles.dropped > 0 { warnings.append("\(there.tiles.dropped) parts are too small to be drawn") }
    let closed = there.tiles.closed
    if closed > 0 {
      let parts = closed == 1 ? "what is in it" : "what is in them"
      warnings.append("\(closed.counted("part is", "parts are")) too small: \(parts) is not drawn")
    }
    remarks = warnings
    if let travel = view.travel {
      self.tiles = TreemapLayout.tiles(
        from: tiles(in: travel.from), travel.from ?? [], to: there, view.root ?? [], phase: travel.phase)
    } else if spec.common.animation.kind == .grow, phase < 1 {
      // All grows from below.
      let now = Rect(x: area.x, y: area.y + area.height * (1 - phase), width: area.width, height: area.height * phase)
      self.tiles = there.tiles.tiles.map { $0.moved(from: area, to: now) }
    } else {
      self.tiles = there.tiles.tiles
    }
    lazyLabels = Lazy { [tiles = self.tiles] in TreemapLabels(tiles, spec: spec, format: format, on: canvas) }
  }

  private static func crumbs(
    to root: [Int]?, in tree: SliceTree, on canvas: Canvas, _ area: inout Rect
  ) -> Breadcrumbs? {
    guard let root, !root.isEmpty else { return nil }
    return Breadcrumbs(to: root, labels: tree.labels(to: root), typeface: canvas.typeface, in: &area)
  }

  /// What is seen on the way: the part that is gone into grows to the whole plot with all around it, or shrinks back.
  private static func tiles(
    from old: (tiles: TreemapTiles, area: Rect), _ oldRoot: [Int], to new: (tiles: TreemapTiles, area: Rect),
    _ newRoot: [Int], phase: Double
  ) -> [TreemapTile] {
    let isGoingIn = newRoot.count >= oldRoot.count
    let (outer, inner) = isGoingIn ? (old, new) : (new, old)
    let innerRoot = isGoingIn ? newRoot : oldRoot
    let share = isGoingIn ? phase : 1 - phase
    // Where the part is in what is around it; the nearest part around it, if it is too deep to be drawn.
    guard
      let place = outer.tiles.tiles.filter({ innerRoot.starts(with: $0.path) }).max(by: {
        $0.path.count < $1.path.count
      })
    else { return new.tiles.tiles }
    let now = place.cell.mixed(with: inner.area, share: share)
    let around = outer.tiles.tiles.filter { !$0.path.starts(with: place.path) }.map {
      $0.moved(from: place.cell, to: now)
    }
    return around + inner.tiles.tiles.map { $0.moved(from: inner.area, to: now) }
  }

  // MARK: Marks

  var paths: [[Int]] { tiles.map(\.path) }

  func mark(at path: [Int]) -> MarkReference? {
    guard let slice = tree.slice(at: path), slice.weight > 0 else { return nil }
    return slice.reference
  }

  /// Whether the picture is not finished: labels come when it is, as until then their tiles move.
  var isMoving: Bool { view.travel != nil || spec.common.animation.kind != .none && phase < 1 }

  // MARK: Texts

  /// What is written in the tiles: placed when it is asked for, as hit tests need none of it.
  var labels: TreemapLabels { lazyLabels.value }

  var warnings: [String] {
    guard !isMoving else { return remarks }
    var warnings = remarks
    let labels = self.labels
    if labels.dropped > 0 {
      let count = labels.dropped + labels.labels.count
      warnings.append(RoomWarning.leftOut(labels.dropped, of: count, "label"))
    }
    if labels.shortened > 0 {
      warnings.append(RoomWarning.shortened(labels.shortened, "label"))
    }
    return warnings
  }
}

// MARK: - Hitting

extension TreemapLayout {
  func hit(at point: Point) -> Hit {
    guard point.x.isFinite, point.y.isFinite else { return Hit(kind: .none, at: point) }
    if let hit = legend?.hit(at: point) { return hit }
    if let crumb = crumbs?.crumb(at: point) { return crumb.hit(at: point) }
    guard let tile = tile(at: point) else { return Hit(kind: .none, at: point) }
    let mark = tile.slice.reference
    var hit = Hit(kind: .slice, at: point)
    (hit.series, hit.index, hit.path) = (mark.series, mark.index, mark.path)
    (hit.label, hit.value, hit.fraction) = (mark.label, mark.value, mark.fraction)
    return hit
  }

  func path(pickedBy hit: Hit) -> [Int]? { hit.kind == .slice ? hit.path : nil }

  /// What is on top there, of what the draw-in has uncovered.
  func tile(at point: Point) -> TreemapTile? {
    guard visible.contains(point) else { return nil }
    return tiles.last { $0.rect.contains(point) }
  }

  /// The part of the picture in which tiles are seen.
  var visible: Rect {
    guard spec.common.animation.kind == .wipe, phase < 1 else { return plot }
    return Rect(x: plot.x, y: plot.y, width: plot.width * max(phase, 0), height: plot.height)
  }
}
