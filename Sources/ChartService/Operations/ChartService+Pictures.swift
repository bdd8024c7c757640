import ChartData
import ChartEngine
import ChartExport
import ChartModel
import JSONModel
public import JSONRPC

extension ChartService {
  /// A picture of a chart as it is now, in any format.
  /// - Throws: -32001, -32002, -32004, -32006, -32602, -32800.
  /// - Complexity: O(*n*) in what there is to draw, and in the pixels. It is done outside the lock, and given up where it is
  ///   cancelled.
  public func picture(
    of chart: String, in session: String = defaultSession, as request: PictureRequest,
    unless cancellation: Cancellation = Cancellation()
  ) throws(RPCError) -> PictureFile {
    try picture(of: ChartKey(session: session, chart: chart), as: request, unless: cancellation)
  }

  func picture(
    of key: ChartKey, as request: PictureRequest, unless cancellation: Cancellation
  ) throws(RPCError) -> PictureFile {
    let snapshot = try snapshot(key)
    if request.animated, snapshot.chart.spec.common.animation.kind == .none {
      throw .invalidParams(path: .key("animated"), "the chart's spec has no `animation`, such as `sweep`")
    }
    if request.scale != nil, !request.format.isScaled {
      throw .invalidParams(path: .key("scale"), "only png and pdf have one: choose a `size`")
    }
    var file = PictureFile(content: .text(""), revision: snapshot.picture.revision, warnings: [])
    switch request.format {
    case .svg: file.content = .text(svg(snapshot, request))
    case .html:
      let page = page(snapshot, request, unless: cancellation)
      file.content = .text(page.text)
      file.warnings = page.warnings
    case .png, .pdf:
      let drawn = try drawn(layout(snapshot, request), request, unless: cancellation)
      (file.content, file.warnings) = (.bytes(drawn.bytes), drawn.warnings)
    }
    try cancellation.check()
    return file
  }

  // MARK: - Formats

  private func layout(_ snapshot: Snapshot, _ request: PictureRequest, theme: Theme? = nil) -> any ChartLayout {
    let theme = request.theme ?? theme
    guard request.phase == nil, request.size == nil else { return sizedLayout(snapshot, request, theme) }
    return theme.map(snapshot.picture.layout(theme:)) ?? snapshot.picture.layout
  }

  private func svg(_ snapshot: Snapshot, _ request: PictureRequest) -> String {
    guard request.phase != nil || request.size != nil || request.theme != nil || request.animated else {
      return snapshot.picture.svg
    }
    return ChartPicture.draw(sizedLayout(snapshot, request, request.theme), animated: request.animated)
  }

  private func sizedLayout(_ snapshot: Snapshot, _ request: PictureRequest, _ theme: Theme?) -> any ChartLayout {
    var (chart, rows) = (snapshot.chart, snapshot.rows)
    return looking(at: &chart, of: snapshot.source, &rows, unless: Cancellation()) { chart in
      chart.layout(phase: request.phase, size: request.size, theme: theme)
    }
  }

  /// In light and in dark, where nobody has chosen.
  private func page(_ snapshot: Snapshot, _ request: PictureRequest, unless cancellation: Cancellation) -> ChartPage {
    HeavyWork.begin(.picture)
    let isOpen = request.theme == nil && snapshot.picture.theme == nil
    let layouts =
      isOpen
      ? [Theme.light, .dark].map { layout(snapshot, request, theme: $0) } : [layout(snapshot, request)]
    return ChartPage(
      snapshot.chart, layouts, title: snapshot.picture.title ?? snapshot.picture.chart,
      language: snapshot.chart.spec.common.format.locale,
      isAnimated: request.animated || (request.phase == nil && snapshot.chart.playsByItself)
    ) { cancellation.isCancelled }
  }

  private func drawn(
    _ layout: any ChartLayout, _ request: PictureRequest, unless cancellation: Cancellation
  ) throws(RPCError) -> (bytes: [UInt8], warnings: [String]) {
    // While it is drawn and packed, a PNG takes eleven bytes for each pixel.
    let size = layout.canvas.size
    if request.format == .png {
      let pixels = size.width * size.height * (request.scale ?? 1) * (request.scale ?? 1)
      try memory?.check(for: 11 * min(Int(saturating: pixels), SceneExport.mostPixels))
    }
    HeavyWork.begin(.picture)
    let export = SceneExport(layout.scene(), scale: request.scale ?? 1) { cancellation.isCancelled }
    do throws(InvalidValue) {
      let drawn = try dataSource.outside.picture(request.format.rawValue) { () throws(InvalidValue) in
        do throws(ExportFault) {
          let bytes = try request.format == .png ? export.png() : export.pdf()
          return DrawnPicture(bytes: bytes, warnings: export.warnings)
        } catch {
          throw InvalidValue(error.description, at: error.isTooLarge ? .key("scale") : JSONPath())
        }
      }
      return (drawn.bytes, drawn.warnings)
    } catch {
      try cancellation.check()
      throw error.path == JSONPath() ? .notAvailable(error.reason) : RPCError(invalidParams: error)
    }
  }
}

extension ExportFault {
  fileprivate var isTooLarge: Bool { if case .tooLarge = self { true } else { false } }
}
