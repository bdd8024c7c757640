public import CellModel
internal import ChartEngine
internal import ChartModel
internal import ChartSVG
public import ChartService
public import JSONModel
public import JSONRPC
public import JupyterKernel
public import OrderedCollections

/// Live displays of charts.
public struct ChartDisplays: LiveDisplays {
  private let service: ChartService

  public init(service: ChartService) {
    self.service = service
  }

  public var identifier: String { "chart-kernel.Chart" }
  public var module: String {
    [PackageResources.chart_js, PackageResources.view_js, PackageResources.pictures_js, PackageResources.module_js]
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
  public var styles: String { String(decoding: PackageResources.chart_css, as: UTF8.self) }

  /// The picture, in the page's theme unless the chart's author chose one, and what a view needs to know of the chart.
  public func look(of subject: DisplaySubject, theme: String?) -> DisplayLook? {
    guard let picture = try? service.picture(of: subject.name, in: subject.session) else { return nil }
    let theme = picture.theme ?? theme.flatMap { Theme(rawValue: $0) }
    let movability = picture.layout.movability
    let members: OrderedDictionary<String, JSON> = [
      "session": .string(subject.session), "chart": .string(subject.name), "kind": .string(picture.kind),
      "title": picture.title.map { .string($0) } ?? .null,
      "theme": .string((theme ?? .light).rawValue),
      "width": JSON(picture.size.width), "height": JSON(picture.size.height),
      "revision": .integer(picture.revision), "isMoving": .bool(picture.isMoving), "isGone": false,
      "selected": picture.selectedWords.map { .string($0) } ?? .null,
      "hasBefore": .bool(movability.hasBefore), "hasAfter": .bool(movability.hasAfter),
      "snaps": .bool(movability.snaps), "zoom": .string(movability.zoom.rawValue), "turns": .bool(movability.turns),
      "drawsMarker": .bool(picture.layout.drawsMarker),
    ]
    let markup = theme.map(picture.markup) ?? picture.markup
    return DisplayLook(members: members, picture: DrawnPicture(markup: markup))
  }

  public func look(of picture: SavedNotebook.Picture) -> OrderedDictionary<String, JSON> {
    [
      "chart": "chart", "kind": "saved", "title": .string(picture.words), "isSaved": true,
      "width": JSON(picture.width), "height": JSON(picture.height), "picture": 1, "svg": .string(picture.svg),
    ]
  }

  /// What a session's notes of models begin with.
  private static let note = "display/"

  public var kept: [String: DisplaySubject] {
    var kept: [String: DisplaySubject] = [:]
    for session in service.sessions {
      for (key, value) in service.notes(of: session) where key.hasPrefix(ChartDisplays.note) {
        guard let chart = value["chart"]?.stringValue else { continue }
        kept[String(key.dropFirst(ChartDisplays.note.count))] = DisplaySubject(session: session, name: chart)
      }
    }
    return kept
  }

  public func keep(_ subject: DisplaySubject, model: String, isShown: Bool) {
    // Without room for it the view works all the same, until the kernel dies.
    try? service.note(
      ChartDisplays.note + model, isShown ? ["chart": .string(subject.name)] : JSON?.none, in: subject.session)
  }

  public func answer(_ request: JSON, buffers: [[UInt8]], cancellation: Cancellation) -> JSON? {
    service.respond(to: request, buffers: buffers, cancellation: cancellation)
  }
}

/// A picture of a chart as live displays have it.
struct DrawnPicture: DisplayPicture {
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
