public import CellModel
internal import ChartModel
public import ChartService
internal import ChartWidget
public import JSONModel
public import JSONRPC
public import JupyterKernel
public import LiveViews
public import OrderedCollections

/// Live displays of charts.
public struct ChartDisplays: LiveDisplays {
  private let service: ChartService

  public init(service: ChartService) {
    self.service = service
  }

  public var identifier: String { ChartWidget.identifier }
  public var module: String { ChartWidget.module }
  public var styles: String { ChartWidget.styles }

  public func look(of subject: DisplaySubject, theme: String?) -> DisplayLook? {
    guard let picture = try? service.picture(of: subject.name, in: subject.session) else { return nil }
    return DisplayLook(of: picture, theme: theme.flatMap { Theme(rawValue: $0) })
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
