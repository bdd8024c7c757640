import ChartEngine
import ChartModel

/// Nodes that come in each in its way. Each rule is an animation without a state after it, so that at its end, and
/// wherever no animation runs, the picture is the still one.
extension SVGWriter {
  var isPlayingEntrances: Bool { scene.animation?.movement == .entrances }

  private var duration: Double {
    guard let duration = scene.animation?.duration, duration.isFinite else { return 0 }
    return min(max(duration, 0), 3600)
  }

  /// How long what comes last takes to appear, in seconds.
  private static let fadeDuration = 0.2

  mutating func write(_ node: Node, entering entrance: Entrance) {
    switch entrance {
    case .stroke: writeStroked(node)
    case .wipe(let rect, let steps, let way): writeWiped(node, rect, steps: steps, way)
    case .follow(let rect, let shares, let way): writeFollowing(node, rect, shares: shares, way)
    case .grow(let baseline, let part, let way): writeGrowing(node, from: baseline, during: part, way)
    case .swell(let center):
      addRule("swell", "from{transform:scale(0)}", timing: "\(seconds(duration)) \(easing) backwards")
      writeWrapped(node, class: "swell", style: origin(center))
    case .turn(let center, let angle):
      let angle = angle.isFinite ? (min(max(angle, -3600), 3600) * 1e3).rounded() / 1e3 : 0
      addRule("turn", "from{transform:rotate(var(--turn))}", timing: "\(seconds(duration)) \(easing) backwards")
      writeWrapped(node, class: "turn", style: "--turn:\(-angle)deg;\(origin(center))")
    case .last:
      addRule("last", "from{opacity:0}", timing: "\(seconds(SVGWriter.fadeDuration)) \(seconds(duration)) backwards")
      writeWrapped(node, class: "last")
    }
  }

  private mutating func writeStroked(_ node: Node) {
    guard !node.style.isDashed else {
      // Its dashes can't be animated and be there at the same time.
      let places = node.places.map(\.x)
      let isBackwards = (places.first ?? 0) > (places.last ?? 0)
      return writeWiped(node, columns(of: node), steps: nil, isBackwards ? .left : .right)
    }
    // The dash is as long as the path twice over, and so is the gap: neither a cap of a dash of no length is seen before,
    // nor a gap at the end, and easings may overshoot.
    addRule(
      "stroke", "from{stroke-dasharray:2;stroke-dashoffset:2.01}to{stroke-dasharray:2;stroke-dashoffset:1}",
      timing: "\(seconds(duration)) \(easing)")
    writeStill(node, strokeClass: "\(prefix)-stroke")
  }

  private mutating func writeWiped(_ node: Node, _ rect: Rect, steps: Int?, _ way: Entrance.Way) {
    let entrance = Entrance.wipe(rect, steps: steps, way)
    let number = wipes[entrance] ?? wipes.count + 1
    if wipes.updateValue(number, forKey: entrance) == nil { defineWipe(number, rect, steps: steps, way) }
    writeWrapped(node, class: "wipe\(number)")
  }

  private mutating func writeFollowing(_ node: Node, _ rect: Rect, shares: [Double], _ way: Entrance.Way) {
    let entrance = Entrance.follow(rect, shares: shares, way)
    let number = wipes[entrance] ?? wipes.count + 1
    if wipes.updateValue(number, forKey: entrance) == nil { defineFollowing(number, rect, shares: shares, way) }
    writeWrapped(node, class: "wipe\(number)")
  }

  /// - Returns: The clip's id.
  private mutating func defineEdge(_ number: Int, _ rect: Rect) -> String {
    let id = "\(prefix)-wipe\(number)"
    define { writer in
      writer.open("clipPath")
      writer.writeAttribute("id", string: id)
      writer.beginContent()
      writer.open("rect")
      writer.writeAttribute("class", string: "\(id)-edge")
      writer.writeBounds(rect)
      writer.closeEmpty()
      writer.close("clipPath")
    }
    return id
  }

  private mutating func defineFollowing(_ number: Int, _ rect: Rect, shares: [Double], _ way: Entrance.Way) {
    let id = defineEdge(number, rect)
    addRule("wipe\(number)", "from,to{clip-path:url(#\(id))}", timing: seconds(duration))
    // An easing counts between two keyframes, so the keyframes are eased and what is between them isn't.
    let easing = scene.animation?.easing ?? .linear
    let count = 48
    let keyframes = (0...count).map { step in
      let phase = easing.curve(Double(step) / Double(count))
      let share = Double((shares.interpolated(at: phase) * 1e4).rounded()) / 1e4
      return "\(Double(step * 1_000_000 / count) / 10_000)%{transform:\(way.scale)(\(share))}"
    }
    addRule(
      "wipe\(number)-edge", keyframes.joined(),
      timing: "\(seconds(duration)) linear;transform-origin:\(origin(rect, way))")
  }

  private mutating func defineWipe(_ number: Int, _ rect: Rect, steps: Int?, _ way: Entrance.Way) {
    let id = defineEdge(number, rect)
    // The clip is part of the animation, so that it is gone with it.
    addRule("wipe\(number)", "from,to{clip-path:url(#\(id))}", timing: seconds(duration))
    let end = ";transform-origin:\(origin(rect, way))"
    if let steps {
      addRule(
        "wipe\(number)-edge", keyframes(inSteps: max(1, steps), way), timing: "\(seconds(duration)) step-end\(end)")
    } else {
      addRule("wipe\(number)-edge", "from{transform:\(way.scale)(0)}", timing: "\(seconds(duration)) \(easing)\(end)")
    }
  }

  /// Where what is uncovered begins.
  private func origin(_ rect: Rect, _ way: Entrance.Way) -> String {
    switch way {
    case .right: "\(pixels(rect.minX)) 0"
    case .left: "\(pixels(rect.maxX)) 0"
    case .down: "0 \(pixels(rect.minY))"
    case .up: "0 \(pixels(rect.maxY))"
    }
  }

  /// One keyframe for each change: the easing decides when a step is taken, to a sixtieth of the time.
  private func keyframes(inSteps count: Int, _ way: Entrance.Way) -> String {
    let easing = scene.animation?.easing ?? .linear
    let moments = 60
    var last: Double?
    return (0...moments).map { moment -> String in
      let phase = min(max(easing.curve(Double(moment) / Double(moments)), 0), 1)
      let share = moment == moments ? 1 : (Double(count) * phase + 1e-9).rounded(.down) / Double(count)
      guard share != last else { return "" }
      last = share
      return "\(percent(moment, of: moments)){transform:\(way.scale)(\((share * 1e4).rounded() / 1e4))}"
    }.joined()
  }

  private mutating func writeGrowing(
    _ node: Node, from baseline: Double, during part: ClosedRange<Double>, _ way: Entrance.Way
  ) {
    let isUpright = way == .down || way == .up
    let name = isUpright ? "grow" : "widen"
    addRule(name, "from{transform:\(way.scale)(0)}", timing: "\(seconds(duration)) \(easing) backwards")
    var style = "transform-origin:" + (isUpright ? "0 \(pixels(baseline))" : "\(pixels(baseline)) 0")
    if part != 0...1 { style += ";animation-timing-function:\(timing(of: part))" }
    writeWrapped(node, class: name, style: style)
  }

  /// What is done in a part of the phase, over the whole time: the easing decides when that part begins and ends, so that
  /// at any moment all is as in the still picture of its phase.
  private func timing(of part: ClosedRange<Double>) -> String {
    let (start, length) = (part.lowerBound, part.upperBound - part.lowerBound)
    let easing = scene.animation?.easing ?? .linear
    let count = 32
    let stops = (0...count).map { step in
      let share = (easing.curve(Double(step) / Double(count)) - start) / length
      return (min(max(share.isNaN ? 1 : share, 0), 1) * 1e3).rounded() / 1e3
    }
    // While nothing changes at first and at last, the ends of that are enough.
    let first = max((stops.firstIndex { $0 != 0 } ?? count) - 1, 0)
    let last = min((stops.lastIndex { $0 != 1 } ?? 0) + 1, count)
    guard first < last else { return "linear" }
    let texts = (first...last).map { step in
      let text = stops[step].description
      if step == first { return "\(text) 0% \(percent(step, of: count))" }
      return step == last ? "\(text) \(percent(step, of: count)) 100%" : text
    }
    return "linear(\(texts.joined(separator: ",")))"
  }

  private func percent(_ place: Int, of count: Int) -> String {
    "\((Double(place * 100_000) / Double(count)).rounded() / 1000)%"
  }

  private mutating func writeWrapped(_ node: Node, class name: String, style: String? = nil) {
    open("g")
    writeAttribute("class", string: "\(prefix)-\(name)")
    if let style { writeAttribute("style", string: style) }
    beginContent()
    writeStill(node)
    close("g")
  }

  /// Adds the animation of a class, once.
  private mutating func addRule(_ name: String, _ keyframes: String, timing: String) {
    guard ruleNames.insert(name).inserted else { return }
    let name = "\(prefix)-\(name)"
    rules.append("@keyframes \(name){\(keyframes)}")
    rules.append("@media (prefers-reduced-motion:no-preference){.\(name){animation:\(name) \(timing)}}")
  }

  private var easing: String { scene.animation?.easing.timingFunction ?? "linear" }

  private func origin(_ point: Point) -> String { "transform-origin:\(pixels(point.x)) \(pixels(point.y))" }

  private func seconds(_ value: Double) -> String { "\((value * 1e5).rounded() / 1e5)s" }

  private func pixels(_ value: Double) -> String { "\(Double(SVGWriter.hundredths(value)) / 100)px" }
}

extension Entrance.Way {
  /// What makes something longer in this way.
  fileprivate var scale: String {
    switch self {
    case .right, .left: "scaleX"
    case .down, .up: "scaleY"
    }
  }
}

extension [Double] {
  /// The number at a share of the way from the first to the last, in a straight line between neighbours.
  fileprivate func interpolated(at share: Double) -> Double {
    guard count > 1, share > 0 else { return first ?? 1 }
    guard share < 1 else { return last ?? 1 }
    let place = share * Double(count - 1)
    let index = Int(place)
    return self[index] + (self[Swift.min(index + 1, count - 1)] - self[index]) * (place - Double(index))
  }
}

// MARK: - Where a line is

extension SVGWriter {
  /// The part of the chart, from top to bottom, that a line with its stroke doesn't leave.
  private func columns(of node: Node) -> Rect {
    let places = node.places.map(\.x).filter(\.isFinite)
    let margin = max(node.style.strokeWidth, 0)
    let (left, right) = ((places.min() ?? 0) - margin, (places.max() ?? 0) + margin)
    return Rect(x: left, y: 0, width: right - left, height: scene.size.height)
  }
}

extension Node {
  /// Points between which a line lies; none for other shapes.
  fileprivate var places: [Point] {
    switch shape {
    case .polyline(let points): points
    case .path(let path):
      path.elements.flatMap { element -> [Point] in
        switch element {
        case .move(let point), .line(let point): [point]
        case .curve(let control1, let control2, let end): [control1, control2, end]
        case .arc(let radius, _, let end):
          [Point(x: end.x - 2 * radius, y: end.y), Point(x: end.x + 2 * radius, y: end.y)]
        case .close: []
        }
      }
    case .circle, .dots, .rect, .text, .raster, .group, .clipped, .cropped: []
    }
  }
}
