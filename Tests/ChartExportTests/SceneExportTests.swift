import ChartEngine
@testable import ChartExport
import ChartModel
import Synchronization
import Testing

@Suite("A scene as PNG and PDF")
struct SceneExportTests {
  static let red = Color(rgb: 0xEE6677)

  static func scene(
    _ nodes: [Node], size: Size = Size(width: 320, height: 180), background: Color = .white, title: String = "Title"
  ) -> Scene {
    Scene(id: "a", size: size, title: title, description: "What it shows", background: background, nodes: nodes)
  }

  private static let text = Node(
    .text(
      Text(
        runs: [Text.Run("Größe → 日本 ", color: .black), Text.Run("42 %", color: red, isBold: true, size: 20)],
        at: Point(x: 160, y: 90), anchor: .middle, size: 14, rotation: 30)))

  private static let everything: [Node] = [
    Node(.rect(Rect(x: 10, y: 10, width: 100, height: 60), cornerRadius: 8), style: Style(fill: red, opacity: 0.5)),
    Node(.circle(center: Point(x: 200, y: 60), radius: 30), style: Style(fill: red, stroke: .black, opacity: 0.5)),
    Node(.group([text, text]), style: Style(opacity: 0.7)),
    Node(
      .cropped(
        Rect(x: 20, y: 100, width: 90, height: 50),
        [Node(.polyline([.zero, Point(x: 320, y: 180)]), style: Style(stroke: red, strokeWidth: 5))])),
  ]

  @Test("The same picture is the same bytes, whenever it is made and by however many threads")
  func sameBytes() async throws {
    let export = SceneExport(Self.scene(Self.everything), scale: 1.5)
    let (png, pdf) = (try export.png(), try export.pdf())
    // Long enough for a time in the file to be another one.
    try await Task.sleep(for: .milliseconds(1_100))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let (again, other) = (try export.png(), try export.pdf())
          #expect(again == png)
          #expect(other == pdf)
        }
      }
      try await group.waitForAll()
    }
  }

  /// Width, height and kind of pixels, out of the first chunk of a PNG file.
  private func header(_ png: [UInt8]) -> [Int] {
    func number(_ start: Int) -> Int { png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    return [number(16), number(20), Int(png[25])]
  }

  @Test("A PNG has as many pixels as size and scale say, and tells what shines through only where something does")
  func sizes() throws {
    let (opaque, alpha) = (2, 6)
    for (scale, expected) in [(1.0, [320, 180]), (2, [640, 360]), (0.5, [160, 90]), (1.003, [321, 181])] {
      #expect(try header(SceneExport(Self.scene([]), scale: scale).png()) == expected + [opaque])
    }
    for background in [Color(red: 0, green: 0, blue: 0, alpha: 0), Color(red: 9, green: 9, blue: 9, alpha: 128)] {
      #expect(try header(SceneExport(Self.scene([], background: background)).png()) == [320, 180, alpha])
    }
    let tiny = Self.scene([], size: Size(width: 1, height: 1))
    #expect(try header(SceneExport(tiny, scale: 0.1).png()) == [1, 1, opaque])
  }

  @Test(
    "Scales and sizes that are none are taken for the nearest that are, or refused in words",
    arguments: [
      Double.nan, 0, -1, 1e9, .infinity, -.infinity, 16,
    ])
  func strangeScales(scale: Double) throws {
    for side in [1, 2_000, 20_000, 1e300, -5, .nan, .infinity] {
      let export = SceneExport(
        Self.scene(Self.everything, size: Size(width: side, height: 100)), scale: scale)
      for format in ["png", "pdf"] {
        do {
          _ = try format == "png" ? export.png() : export.pdf()
        } catch {
          guard case .tooLarge(let reason) = error else { throw error }
          #expect(reason.contains("too large") && reason.contains("at most"))
        }
      }
    }
  }

  @Test("What nobody wants any more is given up while it is drawn")
  func cancelled() throws {
    let asked = Mutex(0)
    let nodes = (0..<100_000).map {
      Node(.circle(center: Point(x: Double($0 % 320), y: 9), radius: 2), style: Style(fill: .black))
    }
    let export = SceneExport(Self.scene(nodes)) {
      asked.withLock { asked in
        asked += 1
        return asked > 2
      }
    }
    #expect(throws: ExportFault.cancelled) { try export.png() }
    #expect(asked.withLock { $0 } == 3)
  }

  @Test("Without the library the error names it and says how to install it")
  func missingLibrary() throws {
    do {
      _ = try CairoLibrary.open(anyOf: ["libnowhere.so.7", "/nowhere/libcairo.so"])
      Issue.record("It was opened")
    } catch {
      for words in ["libnowhere.so.7", "Cairo", "apt install libcairo2", "brew install cairo"] {
        #expect(error.description.contains(words))
      }
    }
    // A library that is something else.
    #expect(throws: ExportFault.self) { try CairoLibrary.open(anyOf: ["libc.so.6", "libSystem.dylib"]) }
  }

  @Test(
    "Texts of any kind are drawn without a trap",
    arguments: [
      "", "\0", "a\0b", "\u{FFFE}", "\n\t x  y ", "\u{200D}\u{FE0F}", "👩‍👩‍👧‍👦", "नमस्ते", "مرحبا",
      String(repeating: "x", count: 50_000),
    ])
  func strangeTexts(text: String) throws {
    for runs in [
      [Text.Run(text, color: .black)], [Text.Run(text, color: .black), Text.Run(text, color: Self.red, size: 1e9)],
    ] {
      for (size, rotation) in [(12.0, 0.0), (.nan, .nan), (-3, .infinity), (1e300, 45)] {
        let node = Node(
          .text(Text(runs: runs, at: Point(x: 9, y: .nan), anchor: .end, size: size, rotation: rotation)))
        let export = SceneExport(Self.scene([node], title: text))
        for bytes in [try export.png(), try export.pdf()] { #expect(!bytes.isEmpty) }
      }
    }
  }
}
