internal import ChartModel
public import ChartService
public import JSONModel
public import JSONRPC
public import OrderedCollections

/// Live displays of charts.
public struct ChartDisplays: LiveDisplays {
  private let service: ChartService

  public init(service: ChartService) {
    self.service = service
  }

  public var module: String { WidgetFiles.module }
  public var styles: String { WidgetFiles.styles }

  /// The picture, in the page's theme unless the chart's author chose one, and what a view needs to know of the chart.
  public func look(of subject: DisplaySubject, theme: String?) -> OrderedDictionary<String, JSON>? {
    guard let picture = try? service.picture(of: subject.chart, in: subject.session) else { return nil }
    let theme = picture.theme ?? theme.flatMap { Theme(rawValue: $0) }
    return [
      "session": .string(subject.session), "chart": .string(subject.chart), "kind": .string(picture.kind),
      "title": picture.title.map { .string($0) } ?? .null,
      "width": JSON(picture.size.width), "height": JSON(picture.size.height),
      "revision": .integer(picture.revision), "isMoving": .bool(picture.isMoving), "isGone": false,
      "isSaved": false,
      "svg": .string(theme.map(picture.svg) ?? picture.svg),
    ]
  }

  public func answer(_ request: JSON, buffers: [[UInt8]], cancellation: Cancellation) -> JSON? {
    service.respond(to: request.bytes, buffers: buffers, cancellation: cancellation).flatMap { try? JSON(parsing: $0) }
  }
}
