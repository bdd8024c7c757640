import ChartEngine
public import ChartModel
import ChartSVG
import JSONModel
public import LiveViews
import OrderedCollections

extension DisplayLook {
  /// A revision of a chart: the picture, in the page's theme unless the chart's author chose one, and what a view needs to
  /// know of the chart.
  /// - Parameter theme: Of the page around it; `nil` if no page has told.
  public init(of picture: ChartPicture, theme: Theme?) {
    let theme = picture.theme ?? theme
    let movability = picture.layout.movability
    let members: OrderedDictionary<String, JSON> = [
      "session": .string(picture.session), "chart": .string(picture.chart), "kind": .string(picture.kind),
      "title": picture.title.map { .string($0) } ?? .null,
      "theme": .string((theme ?? .light).rawValue),
      "width": JSON(picture.size.width), "height": JSON(picture.size.height),
      "revision": .integer(picture.revision), "isMoving": .bool(picture.isMoving), "isGone": false,
      "selected": picture.selectedWords.map { .string($0) } ?? .null,
      "brushed": picture.brushedWords.map { .string($0) } ?? .null,
      "hasBefore": .bool(movability.hasBefore), "hasAfter": .bool(movability.hasAfter),
      "snaps": .bool(movability.snaps), "zoom": .string(movability.zoom.rawValue), "turns": .bool(movability.turns),
      "drawsMarker": .bool(picture.layout.drawsMarker),
    ]
    let markup = theme.map(picture.markup) ?? picture.markup
    self.init(members: members, picture: DrawnPicture(markup: markup))
  }
}

/// A picture of a chart as live displays have it.
private struct DrawnPicture: DisplayPicture {
  let markup: Markup

  var svg: String { markup.text }

  func isSame(as other: any DisplayPicture) -> Bool { (other as? DrawnPicture)?.markup.isSame(as: markup) ?? false }

  /// Edits in their order: `[element, {attribute: value}]` and `[element, place, how many go, markup]`.
  func patch(from old: any DisplayPicture) -> JSON? {
    guard let old = old as? DrawnPicture, let patch = SVGPatch(from: old.markup, to: markup),
      patch.byteCount < markup.bytes.count
    else { return nil }
    return .array(
      patch.edits.map { edit in
        switch edit {
        case .attributes(let element, let changes):
          let members = changes.map { ($0.name, $0.value.map { JSON.string($0) } ?? .null) }
          return [.integer(element), .object(OrderedDictionary(members, uniquingKeysWith: { $1 }))]
        case .children(let element, let place, let count, let markup):
          return [.integer(element), .integer(place), .integer(count), .string(markup)]
        }
      })
  }
}
