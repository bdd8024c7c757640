import ChartModel
import JSONModel

/// Where everything is in a chart that stands still.
protocol StillLayout: ChartLayout {
  associatedtype Spec: KindSpec

  var spec: Spec { get }
  /// The phase of the draw-in, after easing; 1 is the finished picture.
  var phase: Double { get }
  var surroundings: Surroundings { get }
  /// The marks that are seen, in the order of their paths.
  var marks: [StillMark] { get }
  var hitKind: Hit.Kind { get }
  /// What the chart is, in words: `Radar chart`.
  var name: String { get }
  /// How much there is, in words: `3 series, 5 spokes`.
  var summary: String { get }
  /// The path of the mark that is drawn at a point; `nil` where none is.
  func drawnPath(at point: Point) -> [Int]?
}

extension StillLayout {
  /// - Complexity: O(log *n*)
  func still(at path: [Int]) -> StillMark? {
    let index = marks.partitioningIndex { !$0.path.lexicographicallyPrecedes(path) }
    return index < marks.count && marks[index].path == path ? marks[index] : nil
  }

  func mark(at path: [Int]) -> MarkReference? { still(at: path)?.reference }
  func words(for path: [Int]) -> String? { still(at: path)?.words }

  func hit(at point: Point) -> Hit {
    guard point.isFinite else { return Hit(kind: .none, at: point) }
    if let hit = surroundings.legend?.hit(at: point) { return hit }
    guard let path = drawnPath(at: point), let mark = still(at: path) else { return Hit(kind: .none, at: point) }
    var hit = Hit(kind: hitKind, at: point)
    let reference = mark.reference
    (hit.series, hit.index, hit.path) = (reference.series, reference.index, path)
    (hit.label, hit.value, hit.fraction) = (mark.label, mark.value, mark.fraction)
    return hit
  }

  func marker(for path: [Int]) -> Marker? {
    guard let mark = still(at: path) else { return nil }
    let heading = [mark.group, mark.label].filter { !$0.isEmpty }.joined(separator: ", ")
    return Marker(
      heading: heading, value: mark.valueText, at: mark.anchor, toward: mark.direction, on: canvas)
  }

  /// Whether the picture is not finished. Labels come when it is: until then what they say moves.
  var isDrawingIn: Bool { spec.common.animation.kind != .none && phase < 1 }

  /// How large what grows is, as a share of its final size.
  var growth: Double { spec.common.animation.kind == .grow ? max(phase, 0) : 1 }

  func words() -> String { words(separator: "\n") }

  /// The chart in words: kind, title, how much there is, and each mark. Long lists are cut.
  func words(separator: String) -> String {
    let title = spec.common.title.map { " “\($0.shortened)”" } ?? ""
    var lines = ["\(name)\(title): \(summary)."]
    if let notice = spec.common.notice { lines.append(notice + ".") }
    lines += marks.prefix(50).map { $0.words + ($0.isSelected ? ", selected." : ".") }
    if marks.count > 50 { lines.append("And \(marks.count - 50) more.") }
    return lines.joined(separator: separator)
  }

  /// A scene of what lies between title and legend.
  func scene(of nodes: [Node], playing movement: SceneAnimation.Movement?) -> Scene {
    var all = [surroundings.title?.node(on: canvas.surface)].compactMap { $0 } + nodes
    if let legend = surroundings.legend { all.append(legend.node(on: canvas.surface)) }
    all += canvas.notice(spec.common.notice)
    var scene = Scene(
      id: canvas.id, size: canvas.size, title: spec.common.title ?? name,
      description: spec.common.description ?? words(separator: " "), background: canvas.background,
      typeface: canvas.typeface, nodes: all)
    let animation = spec.common.animation
    scene.animation = movement.map {
      SceneAnimation(movement: $0, duration: animation.duration, easing: animation.easing)
    }
    return scene
  }

  /// What reports of all of them say.
  /// - Parameter details: What is said of each of the marks, by its place among them, besides what all have.
  func report(_ members: [(String, JSON)], marks details: (Int) -> [(String, JSON)]) -> JSON {
    let marks: [JSON] = self.marks.enumerated().map { index, mark in
      let reference = mark.reference
      let common: JSON = [
        "series": .integer(reference.series), "index": .integer(reference.index), "label": .string(mark.label),
        "value": JSON(mark.value), "color": .string(mark.color.css), "anchor": Point.schema.encode(mark.anchor),
        "selected": .bool(mark.isSelected),
      ]
      return details(index).reduce(common) { $0.setting($1.0, $1.1) }
    }
    let common: JSON = [
      "size": Size.schema.encode(canvas.size), "plot": Rect.schema.encode(surroundings.plot),
      "title": surroundings.title.map { Rect.schema.encode($0.box) } ?? .null, "marks": .array(marks),
      "legend": surroundings.legend?.report() ?? [],
    ]
    return members.reduce(common) { $0.setting($1.0, $1.1) }
  }
}
