import ChartModel
import JSONModel

/// Gives the labels of all entries of a plot their places: none over another, none over an entry that it doesn't belong to.
///
/// All are level, or all are read from below, whichever leaves fewer of them out.
struct LabelPlacer: Sendable {
  /// The labels that have a place, in the order of the series.
  private(set) var labels: [MarkLabel] = []
  /// How many have none.
  private(set) var dropped = 0

  /// No labels.
  init() {}

  /// - Parameters:
  ///   - marks: The series that are seen.
  ///   - taken: Where other texts are.
  init(_ marks: [any SeriesMark], avoiding taken: [Rect], in space: AxesSpace) {
    let bounds = space.canvas.bounds
    let requests = marks.map(\.labelRequests)
    guard requests.contains(where: { !$0.isEmpty }) else { return }
    // What is read from below here is level where the whole is turned, where it has all the room it needs along the marks.
    let level = Attempt(requests, of: marks, isTurned: space.isTurned, avoiding: taken, in: bounds)
    (labels, dropped) = (level.labels, level.dropped)
    guard dropped > 0, !space.isTurned else { return }
    let turned = Attempt(requests, of: marks, isTurned: true, avoiding: taken, in: bounds)
    if turned.dropped < dropped { (labels, dropped) = (turned.labels, turned.dropped) }
  }

  /// All labels in one orientation.
  private struct Attempt {
    private let marks: [any SeriesMark]
    private let bounds: Rect
    private var occupied: OccupiedRoom
    private(set) var labels: [MarkLabel] = []
    private(set) var dropped = 0

    init(
      _ requests: [[LabelRequest]], of marks: [any SeriesMark], isTurned: Bool, avoiding taken: [Rect], in bounds: Rect
    ) {
      (self.marks, self.bounds) = (marks, bounds)
      occupied = OccupiedRoom(taken)
      for (mark, requests) in zip(marks, requests) {
        for request in requests {
          if !place(request, of: mark, isTurned: isTurned) { dropped += 1 }
        }
      }
    }

    private mutating func place(_ request: LabelRequest, of mark: any SeriesMark, isTurned: Bool) -> Bool {
      let size = MarkLabel.size(of: request.text, font: request.font, isTurned: isTurned)
      for place in mark.labelPlaces(of: request.point, size: size) {
        let box = Rect(
          x: place.center.x - size.width / 2, y: place.center.y - size.height / 2, width: size.width,
          height: size.height)
        guard bounds.contains(box), occupied.isFree(box), !isCovered(box, of: mark, request.point) else { continue }
        occupied.take(box)
        labels.append(
          MarkLabel(
            series: mark.series.index, point: request.point, text: request.text, font: request.font,
            color: request.color ?? place.color(on: mark.stage), background: place.background, isInside: place.isInside,
            isTurned: isTurned, box: box))
        return true
      }
      return false
    }

    private func isCovered(_ box: Rect, of mark: any SeriesMark, _ point: Int) -> Bool {
      marks.contains { other in other.covers(box, except: other === mark ? point : nil) }
    }
  }
}

extension LabelPlace {
  /// The colour of a text there that can be read.
  fileprivate func color(on stage: PlotStage) -> Color {
    isInside ? background.legibleText : stage.canvas.surface.secondaryText
  }
}

/// Where texts are already, found by columns of px, so that each is compared with its neighbours alone.
private struct OccupiedRoom {
  private var boxes: [Rect] = []
  private var columns: [Int: [Int]] = [:]

  init(_ boxes: [Rect]) { for box in boxes { take(box) } }

  /// Whether nothing is so near to a box that the two would run together.
  func isFree(_ box: Rect) -> Bool {
    let room = Rect(x: box.x - 2, y: box.y - 1, width: box.width + 4, height: box.height + 2)
    return !columns(of: room).contains { columns[$0]?.contains { boxes[$0].intersects(room) } ?? false }
  }

  mutating func take(_ box: Rect) {
    for column in columns(of: box) { columns[column, default: []].append(boxes.count) }
    boxes.append(box)
  }

  private func columns(of box: Rect) -> ClosedRange<Int> {
    let first = Int(saturating: box.minX / 32)
    return first...max(first, Int(saturating: box.maxX / 32))
  }
}
