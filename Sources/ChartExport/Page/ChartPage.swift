public import ChartEngine
import ChartModel
import ChartSVG
import ChartWidget
import JSONModel

/// A chart as one HTML file that needs nothing else: its picture, and what is told of its marks where they are pointed at or
/// walked to.
///
/// The markers are those that the engine shows beside marks, and the script that shows them is that of live views. The file
/// asks no network for anything, and forbids itself to: its only script is named by what it is.
public struct ChartPage {
  /// The picture, or one for light and one for dark surroundings.
  private let layouts: [any ChartLayout]
  private let title: String
  private let language: String
  private let isAnimated: Bool
  private let marks: PageMarks

  /// The most marks of which it tells.
  public static let mostMarks = 5_000

  /// - Parameters:
  ///   - chart: In which keys walk as they do in the page.
  ///   - layouts: One, or those of a light and a dark picture of the same chart, of which browsers show the one that goes
  ///     with the system.
  ///   - title: What windows are called that show it.
  ///   - language: Of the chart's texts, such as `de`.
  ///   - isAnimated: Whether the picture plays its draw-in by itself.
  ///   - isCancelled: Whether nobody wants it any more; asked while its marks are gone through, of which the rest is left out
  ///     then.
  /// - Complexity: O(*n*) in what there is to draw.
  public init(
    _ chart: Chart, _ layouts: [any ChartLayout], title: String, language: String, isAnimated: Bool,
    unless isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.layouts = layouts
    self.title = title
    let isTag = language.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    self.language = isTag ? language : "en"
    self.isAnimated = isAnimated
    marks = PageMarks(chart, layouts, atMost: ChartPage.mostMarks, unless: isCancelled)
  }

  /// What was left out.
  public var warnings: [String] {
    guard marks.count > ChartPage.mostMarks else { return [] }
    return [
      "of \(marks.count) marks the file tells of \(marks.paths.count), at equal distances, when they are pointed at"
    ]
  }

  /// The file.
  public var text: String {
    let scenes = layouts.map { $0.scene(animated: isAnimated) }
    let size = layouts.first?.canvas.size ?? .standard
    let script = ChartPage.script
    let pictures = pictures(of: scenes)
    // Of many cells there is a picture in the picture.
    let images = pictures.contains("href=\"data:image/png") ? "img-src data:; " : ""
    return """
      <!DOCTYPE html>
      <html lang="\(language)">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      \(images)script-src '\(ContentHash.source(of: script))'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="ChartKernel">
      <title>\(HTMLText.escaped(title))</title>
      <style>
      \(ChartWidget.styles)\(ChartPage.styles)\(surroundings(of: scenes))</style>
      </head>
      <body>
      <main class="ck-chart" style="width:\(size.width)px">
      <div class="ck-frame" tabindex="0" role="group" aria-roledescription="interactive chart" \
      aria-label="\(HTMLText.escaped(scenes.first?.title ?? title))" \
      aria-describedby="ck-help" data-turns="false">
      \(pictures)
      <div class="ck-ring" hidden></div>
      <div class="ck-marker" hidden><div></div></div>
      </div>
      <p class="ck-unseen ck-status" role="status" aria-live="polite"></p>
      <p class="ck-unseen" id="ck-help" lang="en">Arrow keys walk along the marks, Home and End go to the first and the last, \
      Page Up and Page Down from chart to chart where there are several, Escape clears.</p>
      </main>
      <script type="application/json" id="ck-data">\(HTMLText.data(marks.json(width: size.width)))</script>
      <script>\(script)</script>
      </body>
      </html>

      """
  }

  private func pictures(of scenes: [Scene]) -> String {
    scenes.enumerated().map { index, scene in
      var scene = scene
      // Two pictures in one page must not share ids.
      if index > 0 { scene.id += "-dark" }
      return "<div class=\"ck-picture ck-picture\(index)\">\(SVGWriter.string(scene))</div>"
    }.joined(separator: "\n")
  }

  /// What is around the pictures, and which of two is seen.
  private func surroundings(of scenes: [Scene]) -> String {
    let darkFocus = ".ck-chart{--ck-focus:#64b5f6}"
    func page(_ scene: Scene) -> String {
      scene.background.alpha == 255 ? ":root{--ck-page:\(scene.background.css)}" : ""
    }
    guard scenes.count > 1, let light = scenes.first, let dark = scenes.last else {
      let isDark = layouts.first?.canvas.theme == .dark
      return
        ":root{color-scheme:\(isDark ? "dark" : "light")}\(scenes.first.map(page) ?? "")\(isDark ? darkFocus : "")\n"
    }
    return """
      :root{color-scheme:light dark}\(page(light)).ck-picture1{display:none}
      @media (prefers-color-scheme:dark){\(page(dark))\(darkFocus).ck-picture0{display:none}.ck-picture1{display:block}}

      """
  }

  private static let script =
    "{\n\"use strict\";\n" + ChartWidget.still + String(decoding: PackageResources.page_js, as: UTF8.self) + "}\n"
  private static let styles = String(decoding: PackageResources.page_css, as: UTF8.self)
}
