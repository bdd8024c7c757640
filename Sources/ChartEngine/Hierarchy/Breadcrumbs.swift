import ChartModel
import JSONModel

/// The way from the whole to the part that is shown, in names to be tapped.
struct Breadcrumbs: Hashable, Sendable {
  struct Crumb: Hashable, Sendable {
    /// What a tap shows; `nil` is the whole.
    let root: [Int]?
    let label: String
    let text: String
    let box: Rect
    let isCurrent: Bool

    func hit(at point: Point) -> Hit {
      var hit = Hit(kind: .crumb, at: point)
      (hit.path, hit.label) = (root, label)
      return hit
    }
  }

  let crumbs: [Crumb]
  /// Where separators are, and the height at which all is written, in px.
  private let separators: [Double]
  private let baseline: Double
  private let font: Font
  private static let separator = "›"
  private static let gap = 6.0

  /// Takes a row off the top of `area`.
  /// - Parameter labels: Of each part on the way, the last of which is shown now.
  /// - Returns: `nil` where there is no room for it.
  init?(to root: [Int], labels: [String], typeface: Typeface, in area: inout Rect) {
    let font = typeface.font(usual: 12)
    let height = font.lineHeight + 6
    guard area.height >= 3 * height, area.width >= 60 else { return nil }
    let step = 2 * Breadcrumbs.gap + font.width(of: Breadcrumbs.separator)
    var ways: [(root: [Int]?, label: String)] = [(nil, "All")]
    for (index, label) in labels.enumerated() {
      let path = Array(root.prefix(index + 1))
      ways.append((path, label.isEmpty ? "Slice \((path.last ?? 0) + 1)" : label.oneLine(limit: 400)))
    }
    func width(_ place: Int, _ text: String) -> Double {
      (place == ways.count - 1 ? font.bold : font).width(of: text)
    }
    // Names in the middle go first, then each gets as much as the others.
    var kept = Array(ways.indices)
    func needed() -> Double {
      kept.reduce(-step) { $0 + step + min(width($1, ways[$1].label), 140) }
    }
    while kept.count > 2, needed() > area.width { kept.remove(at: 1) }
    let most = max(0, (area.width - step * Double(kept.count - 1)) / Double(kept.count))
    let isRoomy = kept.reduce(-step, { $0 + step + width($1, ways[$1].label) }) <= area.width
    var (x, crumbs, separators) = (area.minX, [Crumb](), [Double]())
    for place in kept {
      let isCurrent = place == ways.count - 1
      if place != kept.first {
        separators.append(x + Breadcrumbs.gap)
        x += step
      }
      // Who was left out is behind the one before.
      let label = ways[place].label
      let text = isRoomy ? label : (isCurrent ? font.bold : font).truncated(label, to: min(most, 140))
      let length = width(place, text)
      crumbs.append(
        Crumb(
          root: ways[place].root, label: label, text: text,
          box: Rect(x: x, y: area.minY, width: length, height: height), isCurrent: isCurrent))
      x += length
    }
    self.font = font
    self.crumbs = crumbs
    self.separators = separators
    baseline = area.minY + (height - 3 + font.capHeight) / 2
    area = area.inset(top: height)
  }

  func crumb(at point: Point) -> Crumb? {
    // As wide as a finger may miss it.
    crumbs.first { $0.box.inset(by: -3).contains(point) }
  }

  func node(on surface: Surface) -> Node {
    var nodes = crumbs.map { crumb in
      Node(
        .text(
          Text(
            runs: [
              Text.Run(
                crumb.text, color: crumb.isCurrent ? surface.text : surface.secondaryText, isBold: crumb.isCurrent)
            ],
            at: Point(x: crumb.box.minX, y: baseline), anchor: .start, size: font.size)),
        meaning: Meaning(
          role: .symbol, kind: "crumb",
          label: crumb.isCurrent ? "In \(crumb.label.shortened)" : "Back to \(crumb.label.shortened)"))
    }
    nodes += separators.map { x in
      Node(
        .text(
          Text(
            runs: [Text.Run(Breadcrumbs.separator, color: surface.secondaryText)], at: Point(x: x, y: baseline),
            anchor: .start, size: font.size)))
    }
    return Node(.group(nodes), meaning: Meaning(role: .object, kind: "crumbs", label: "Way to what is shown"))
  }

  func report() -> JSON {
    .array(
      crumbs.map { crumb in
        [
          "root": crumb.root.map { .array($0.map { .integer($0) }) } ?? .null, "label": .string(crumb.label),
          "box": Rect.schema.encode(crumb.box),
        ]
      })
  }
}
