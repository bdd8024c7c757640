import ChartEngine
@testable import ChartExport
import ChartModel
import Testing

@Suite("PNG and PDF: scripts whose letters join or run from right to left, and pictures of many cells")
struct ShapedTextTests {
  private func scene(_ nodes: [Node], size: Size = Size(width: 400, height: 60)) -> Scene {
    Scene(id: "a", size: size, title: "Title", description: "Words", background: .white, nodes: nodes)
  }

  private func text(_ runs: [Text.Run], anchor: Text.Anchor = .middle) -> Node {
    Node(.text(Text(runs: runs, at: Point(x: 200, y: 42), anchor: anchor, size: 30)))
  }

  private func png(_ words: String) throws -> [UInt8] {
    try SceneExport(scene([text([Text.Run(words, color: .black)])])).png()
  }

  @Test(
    "Hebrew and Arabic run from right to left, and letters of Arabic join",
    .enabled(if: PangoLibrary.shared != nil, "takes Pango, which comes with rsvg-convert"))
  func order() throws {
    for words in ["שלום", "עולם"] {
      // In the other order, and made to run from left to right.
      let forced = "\u{202D}" + String(words.reversed()) + "\u{202C}"
      #expect(try png(words) == png(forced), "\(words)")
      #expect(try png(words) != png(String(words.reversed())), "\(words)")
    }
    // What stands between letters keeps them from joining.
    let apart = "العربية".unicodeScalars.map { String($0) }.joined(separator: "\u{200C}")
    #expect(try png("العربية") != png(apart))
  }

  @Test("Only texts that need it are set so: all others stay as they were")
  func need() {
    for words in ["", "Größe 42 %", "日本語 カタカナ", "Ελληνικά Русский", "😀 → ≤ – €", "Łódź \u{FE0F}"] {
      #expect(!words.needsShaping, "\(words)")
    }
    for words in ["שלום", "x العربية", "हिन्दी", "ไทย", "e\u{301}", "ܐܒܓ", "ދިވެހި", "\u{202E}abc", "𞤀𞤣"] {
      #expect(words.needsShaping, "\(words)")
    }
  }

  @Test("Such texts stay texts in a PDF, with runs of several colours, halos and odd characters")
  func odd() throws {
    let runs = [
      Text.Run("שלום\u{0}\u{2028}\n<b>&", color: .black), Text.Run("ok", color: .white, isBold: true, size: 9),
    ]
    var node = text(runs)
    if case .text(var text) = node.shape {
      (text.halo, text.rotation) = (.white, 33)
      node = Node(.text(text))
    }
    let export = SceneExport(scene([node]))
    #expect(try export.png() == export.png())
    let pdf = try export.pdf()
    #expect(!pdf.isEmpty)
    #expect(export.warnings(with: nil).first?.contains("apt install libpangocairo-1.0-0") == true)
    #expect(SceneExport(scene([text([Text.Run("Größe", color: .black)])])).warnings(with: nil).isEmpty)
    #expect(PangoLibrary.open(in: ["/nowhere/"]) == nil)
  }

  @Test("Of a picture of more cells than Cairo takes as many as it takes are drawn")
  func wideRasters() throws {
    for isWide in [true, false] {
      let colors = [Color(rgb: 0xFF0000), Color(rgb: 0x0000FF)]
      let cells = (0..<80_000).map { UInt8($0 / 40_000) }
      let wide = ChartEngine.Raster(
        width: isWide ? 80_000 : 1, height: isWide ? 1 : 80_000, colors: colors, pixels: cells)
      let raster = try #require(wide)
      let size = isWide ? Size(width: 400, height: 10) : Size(width: 10, height: 400)
      let node = Node(.raster(raster, Rect(x: 0, y: 0, width: size.width, height: size.height)))
      let picture = try Raster(png: SceneExport(scene([node], size: size)).png())
      for place in 0..<400 where abs(place - 200) > 1 {
        let start = (isWide ? 5 * 400 + place : place * 10 + 5) * 4
        let pixel = Array(picture.bytes[start..<start + 3])
        #expect(pixel == (place < 200 ? [0, 0, 255] : [255, 0, 0]), "\(place)")
      }
    }
  }
}
