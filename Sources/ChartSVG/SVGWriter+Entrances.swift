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
    case .wipe(let rect, let steps): writeWiped(node, rect, steps: steps)
    case .follow(let rect, let shares): writeFollowing(node, rect, shares: shares)
    case .grow(let baseline, let part): writeGrowing(node, from: baseline, during: part)
    case .last:
      addRule("last", "from{opacity:0}", timing: "\(seconds(SVGWriter.fadeDuration)) \(seconds(duration)) backwards")
      writeWrapped(node, attributes: "class=\"\(prefix)-last\"")
    }
  }

  private mutating func writeStroked(_ node: Node) {
    guard !node.style.isDashed else {
      // Its dashes can't be animated and be there at the same time.
      return writeWiped(node, columns(of: node), steps: nil)
    }
    // The dash is as long as the path twice over, and so is the gap: neither a cap of a dash of no length is seen before,
    // nor a gap at the end, and easings may overshoot.
    addRule(
      "stroke", "from{stroke-dasharray:2;stroke-dashoffset:2.01}to{stroke-dasharray:2;stroke-dashoffset:1}",
      timing: "\(seconds(duration)) \(easing)")
    writeStill(node, strokeClass: "\(prefix)-stroke")
  }

  private mutating func writeWiped(_ node: Node, _ rect: Rect, steps: Int?) {
    let entrance = Entrance.wipe(rect, steps: steps)
    let number = wipes[entrance] ?? wipes.count + 1
    if wipes.updateValue(number, forKey: entrance) == nil { defineWipe(number, rect, steps: steps) }
    writeWrapped(node, attributes: "class=\"\(prefix)-wipe\(number)\"")
  }

  private mutating func writeFollowing(_ node: Node, _ rect: Rect, shares: [Double]) {
    let entrance = Entrance.follow(rect, shares: shares)
    let number = wipes[entrance] ?? wipes.count + 1
    if wipes.updateValue(number, forKey: entrance) == nil { defineFollowing(number, rect, shares: shares) }
    writeWrapped(node, attributes: "class=\"\(prefix)-wipe\(number)\"")
  }

  private mutating func defineFollowing(_ number: Int, _ rect: Rect, shares: [Double]) {
    let id = "\(prefix)-wipe\(number)"
    define { writer in
      writer.write(string: "<clipPath id=\"\(id)\"><rect class=\"\(id)-edge\"")
      writer.writeBounds(rect)
      writer.write("/></clipPath>")
    }
    addRule("wipe\(number)", "from,to{clip-path:url(#\(id))}", timing: seconds(duration))
    // An easing counts between two keyframes, so the keyframes are eased and what is between them isn't.
    let easing = scene.animation?.easing ?? .linear
    let count = 48
    let keyframes = (0...count).map { step in
      let phase = easing.curve(Double(step) / Double(count))
      let share = Double((shares.interpolated(at: phase) * 1e4).rounded()) / 1e4
      return "\(Double(step * 1_000_000 / count) / 10_000)%{transform:scaleX(\(share))}"
    }
    addRule(
      "wipe\(number)-edge", keyframes.joined(),
      timing: "\(seconds(duration)) linear;transform-origin:\(pixels(rect.x)) 0")
  }

  private mutating func defineWipe(_ number: Int, _ rect: Rect, steps: Int?) {
    let id = "\(prefix)-wipe\(number)"
    define { writer in
      writer.write(string: "<clipPath id=\"\(id)\"><rect class=\"\(id)-edge\"")
      writer.writeBounds(rect)
      writer.write("/></clipPath>")
    }
    // The clip is part of the animation, so that it is gone with it.
    addRule("wipe\(number)", "from,to{clip-path:url(#\(id))}", timing: seconds(duration))
    let timing = steps.map { "steps(\(max(1, $0)))" } ?? easing
    addRule(
      "wipe\(number)-edge", "from{transform:scaleX(0)}",
      timing: "\(seconds(duration)) \(timing);transform-origin:\(pixels(rect.x)) 0")
  }

  private mutating func writeGrowing(_ node: Node, from baseline: Double, during part: ClosedRange<Double>) {
    addRule("grow", "from{transform:scaleY(0)}", timing: "\(seconds(duration)) \(easing) backwards")
    var style = "transform-origin:0 \(pixels(baseline))"
    if part != 0...1 {
      let (start, end) = (max(0, min(part.lowerBound, 1)), max(0, min(part.upperBound, 1)))
      style += ";animation-delay:\(seconds(start * duration));animation-duration:\(seconds((end - start) * duration))"
    }
    writeWrapped(node, attributes: "class=\"\(prefix)-grow\" style=\"\(style)\"")
  }

  private mutating func writeWrapped(_ node: Node, attributes: String) {
    write(string: "<g \(attributes)>")
    writeStill(node)
    write("</g>")
  }

  /// Adds the animation of a class, once.
  private mutating func addRule(_ name: String, _ keyframes: String, timing: String) {
    guard ruleNames.insert(name).inserted else { return }
    let name = "\(prefix)-\(name)"
    rules += Array("@keyframes \(name){\(keyframes)}".utf8)
    rules += Array("@media (prefers-reduced-motion:no-preference){.\(name){animation:\(name) \(timing)}}".utf8)
  }

  private var easing: String { scene.animation?.easing.timingFunction ?? "linear" }

  private func seconds(_ value: Double) -> String { "\((value * 1e5).rounded() / 1e5)s" }

  private func pixels(_ value: Double) -> String { "\(Double(SVGWriter.hundredths(value)) / 100)px" }
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
    case .circle, .rect, .text, .group, .clipped, .cropped: []
    }
  }
}
