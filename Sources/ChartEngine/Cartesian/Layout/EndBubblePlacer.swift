import ChartModel

/// Finds the places of bubbles at the ends of lines: in the order of the values, so that they are read from the top to the
/// bottom as the lines end, and all together moved as little as can be.
struct EndBubblePlacer {
  /// The marks that are seen, which bubbles should not cover.
  let marks: [any SeriesMark]
  let space: AxesSpace
  /// Where texts are already.
  let taken: [Rect]

  /// A bubble that is to be placed.
  private struct Request {
    let series: Int
    let bubble: Bubble
    let tip: Point
    let radius: Double
    /// In the space of the axes.
    let size: Size
  }

  /// The best way to place the first of some bubbles so that the last one ends at a place.
  private struct Way {
    let bottom: Double
    let cost: Double
    /// Those that are placed, the last one first.
    let frames: Frames?
  }

  /// A list of which many ways share the beginning.
  private final class Frames {
    let request: Int
    let frame: Rect
    let rest: Frames?

    init(_ request: Int, _ frame: Rect, _ rest: Frames?) {
      (self.request, self.frame, self.rest) = (request, frame, rest)
    }
  }

  /// Beside a line's end, and above it, in px.
  private static let (across, along) = (8.0, 4.0)
  /// Between two bubbles, in px.
  private static let gap = 2.0
  /// What it costs to stand to the left of the end, over marks, and nowhere at all; a px of the way costs 1.
  private static let (ofLeft, ofCover, ofNone) = (15.0, 100.0, 1e6)
  /// Places farther from the line's end than this are looked at only where there are many bubbles, in px.
  private static let places = 160.0

  /// - Returns: Those that have a place, and the series of the others.
  func place() -> (placed: [EndBubble], missing: [Int]) {
    let requests = marks.compactMap { mark in
      mark.endBubble.map {
        Request(
          series: mark.series.index, bubble: $0.bubble, tip: $0.tip, radius: $0.radius,
          size: space.axes($0.bubble.size))
      }
    }
    var placed: [EndBubble] = []
    for group in groups(of: requests) {
      let frames = frames(of: group, avoiding: taken + placed.map { $0.frame.inset(by: -EndBubblePlacer.gap) })
      for (request, frame) in zip(group, frames) {
        guard let frame else { continue }
        placed.append(
          EndBubble(
            series: request.series, bubble: request.bubble, frame: frame, tip: request.tip, radius: request.radius))
      }
    }
    placed.sort { $0.series < $1.series }
    let found = Set(placed.map(\.series))
    return (placed, requests.map(\.series).filter { !found.contains($0) })
  }

  /// Those that end so near to one another along the positions that their bubbles are in one column, from the top down.
  private func groups(of requests: [Request]) -> [[Request]] {
    var groups: [[Request]] = []
    for request in requests.sorted(by: { $0.tip.x < $1.tip.x }) {
      if let last = groups.last?.last, request.tip.x - last.tip.x < last.size.width + request.size.width {
        groups[groups.count - 1].append(request)
      } else {
        groups.append([request])
      }
    }
    return groups.map { group in
      group.enumerated().sorted { ($0.element.tip.y, $0.offset) < ($1.element.tip.y, $1.offset) }.map(\.element)
    }
  }

  /// The frames of some bubbles, each below the one before; `nil` for those for which there is no room.
  /// - Complexity: O(*n* · *p*) in the numbers of bubbles and of places along the axis.
  private func frames(of requests: [Request], avoiding taken: [Rect]) -> [Rect?] {
    var ways = [Way(bottom: -.infinity, cost: 0, frames: nil)]
    for (index, request) in requests.enumerated() {
      var next = ways.map { Way(bottom: $0.bottom, cost: $0.cost + EndBubblePlacer.ofNone, frames: $0.frames) }
      var before = 0
      for (frame, cost) in places(of: request, among: requests.count, avoiding: taken) {
        // Ways are in the order of where they end, and the later ones cost less.
        while before + 1 < ways.count, ways[before + 1].bottom + EndBubblePlacer.gap <= frame.minY { before += 1 }
        guard ways[before].bottom + EndBubblePlacer.gap <= frame.minY else { continue }
        next.append(
          Way(
            bottom: frame.maxY, cost: ways[before].cost + cost,
            frames: Frames(index, frame, ways[before].frames)))
      }
      next.sort { ($0.bottom, $0.cost) < ($1.bottom, $1.cost) }
      ways = next.reduce(into: []) { kept, way in
        if way.cost < kept.last?.cost ?? .infinity { kept.append(way) }
      }
    }
    var frames = [Rect?](repeating: nil, count: requests.count)
    var rest = ways.last?.frames
    while let way = rest { (frames[way.request], rest) = (way.frame, way.rest) }
    return frames
  }

  /// Where a bubble may stand, from the top down, and what each place costs.
  private func places(
    of request: Request, among count: Int, avoiding taken: [Rect]
  ) -> [(frame: Rect, cost: Double)] {
    let (bounds, size, tip) = (space.canvas.bounds, request.size, request.tip)
    let reach = EndBubblePlacer.places + Double(count) * (size.height + EndBubblePlacer.gap)
    let (low, high) = (bounds.minY, bounds.maxY - size.height)
    // Between a dot and the bubble there is room for the pointer.
    let along = max(EndBubblePlacer.along, request.radius + 2)
    let best = min(max(tip.y - along - size.height, low), high)
    // Of very many bubbles nobody sees which mark each of them covers. Its own line is one of them: it may come from where the
    // bubble would stand.
    let covered = count > 16 ? [] : marks
    var tops = Array(stride(from: max(low, best - reach), through: min(high, best + reach), by: 2))
    tops += [best, min(max(tip.y + along, low), high)]
    tops.sort()
    let columns = [
      (tip.x + EndBubblePlacer.across, 0), (tip.x - EndBubblePlacer.across - size.width, EndBubblePlacer.ofLeft),
    ]
    return tops.compactMap { top in
      var found: (frame: Rect, cost: Double)?
      for (left, cost) in columns {
        let frame = Rect(x: left, y: top, width: size.width, height: size.height).moved(inside: bounds)
        // What is drawn at the end is seen whole.
        guard frame.distance(to: tip) > request.radius, !taken.contains(where: frame.intersects) else { continue }
        var cost = cost + abs(top - best)
        guard cost < found?.cost ?? .infinity else { continue }
        // Nor does its pointer strike out a text, unless the line's end itself lies on that.
        let base = frame.nearest(to: tip)
        guard !taken.contains(where: { !$0.contains(tip) && $0.isCrossed(from: base, to: tip) }) else { continue }
        if covered.contains(where: { $0.covers(frame, except: nil) }) { cost += EndBubblePlacer.ofCover }
        if cost < found?.cost ?? .infinity { found = (frame, cost) }
      }
      return found
    }
  }
}
