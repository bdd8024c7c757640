import ChartModel
import JSONModel

/// Gives the labels of all entries of a plot their places: none over another, none over an entry that it doesn't belong to.
///
/// All are level, or all are a little smaller, or all are read from below, whichever leaves fewest of them out.
struct LabelPlacer: Sendable {
  /// The labels that have a place, in the order of the series.
  private(set) var labels: [MarkLabel] = []
  /// How many have none.
  private(set) var dropped = 0

  /// How small letters become, as a share of their size, and the least size of those that do, in px.
  private static let (smaller, leastSize) = (0.9, 9.0)
  /// Of how many labels none becomes smaller: there will be no room for them either.
  private static let many = 200

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
    if dropped > 0, let requests = LabelPlacer.smaller(requests) {
      let small = Attempt(
        requests, of: marks, isTurned: space.isTurned, avoiding: taken, in: bounds, leavingOutFewerThan: dropped)
      if small.dropped < dropped { (labels, dropped) = (small.labels, small.dropped) }
    }
    guard dropped > 0, !space.isTurned else { return }
    let turned = Attempt(requests, of: marks, isTurned: true, avoiding: taken, in: bounds, leavingOutFewerThan: dropped)
    if turned.dropped < dropped { (labels, dropped) = (turned.labels, turned.dropped) }
  }

  /// The same in smaller letters; `nil` where that is no help, or not wanted.
  private static func smaller(_ requests: [[LabelRequest]]) -> [[LabelRequest]]? {
    let all = requests.joined()
    guard all.count < many, all.contains(where: \.isResizable) else { return nil }
    return requests.map { requests in
      requests.map { request in
        var request = request
        let size = max(request.font.size * smaller, min(leastSize, request.font.size))
        if request.isResizable { request.font = request.font.sized(size) }
        return request
      }
    }
  }

  /// All labels in one orientation; given up once it leaves out as many as another one.
  private struct Attempt {
    private let marks: [any SeriesMark]
    private let bounds: Rect
    private var occupied: OccupiedRoom
    private(set) var labels: [MarkLabel] = []
    private(set) var dropped = 0

    init(
      _ requests: [[LabelRequest]], of marks: [any SeriesMark], isTurned: Bool, avoiding taken: [Rect], in bounds: Rect,
      leavingOutFewerThan limit: Int = .max
    ) {
      (self.marks, self.bounds) = (marks, bounds)
      occupied = OccupiedRoom(taken, in: bounds)
      for (mark, requests) in zip(marks, requests) {
        if mark.labelsAreAlike, requests.contains(where: { !hasRoom($0, of: mark, isTurned: isTurned) }) {
          dropped += requests.count
          if dropped >= limit { return }
          continue
        }
        for request in requests where !place(request, of: mark, isTurned: isTurned) {
          dropped += 1
          if dropped >= limit { return }
        }
      }
    }

    /// Whether there is any place for a label, whatever else stands there.
    private func hasRoom(_ request: LabelRequest, of mark: any SeriesMark, isTurned: Bool) -> Bool {
      let size = MarkLabel.size(of: request.text, font: request.font, isTurned: isTurned)
      return !mark.labelPlaces(of: request.point, size: size).isEmpty
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
            isTight: isCovered(box.inset(by: -Text.haloWidth), of: mark, request.point), isTurned: isTurned, box: box))
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
  /// For each column the boxes that reach into it; the first and the last one have those beyond them, too.
  private var columns: [[Int]]

  private static let columnWidth = 32.0

  init(_ boxes: [Rect], in bounds: Rect) {
    let count = Int(saturating: bounds.maxX / OccupiedRoom.columnWidth)
    columns = Array(repeating: [], count: min(max(count, 0), 1_000) + 1)
    for box in boxes { take(box) }
  }

  /// Whether nothing is so near to a box that the two would run together.
  func isFree(_ box: Rect) -> Bool {
    let room = Rect(x: box.x - 2, y: box.y - 1, width: box.width + 4, height: box.height + 2)
    return columns[columns(of: room)].allSatisfy { column in !column.contains { boxes[$0].intersects(room) } }
  }

  mutating func take(_ box: Rect) {
    for column in columns(of: box) { columns[column].append(boxes.count) }
    boxes.append(box)
  }

  private func columns(of box: Rect) -> ClosedRange<Int> {
    func column(_ x: Double) -> Int {
      min(max(Int(saturating: x / OccupiedRoom.columnWidth), 0), columns.count - 1)
    }
    let first = column(box.minX)
    return first...max(first, column(box.maxX))
  }
}
