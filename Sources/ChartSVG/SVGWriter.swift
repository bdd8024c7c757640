public import ChartEngine
import ChartModel

/// Writes scenes as SVG: UTF-8 bytes straight into one buffer, numbers in the shortest form that keeps 1/100 px.
///
/// The SVG holds no scripts and no links; all text in it is escaped; its ids begin with the chart's name, so that several
/// charts can stand in one page. For those who don't see it there are a title, a description, and a role and a label for
/// each mark (WAI-ARIA Graphics Module 1.0).
public struct SVGWriter: ~Copyable {
  var output = ByteBuffer(capacity: 32_768)
  let scene: Scene
  /// What all ids begin with.
  let prefix: String
  var clipCount = 0
  /// What other elements refer to, with the number in its id: as many as like refer to the same.
  var gradients: [LinearGradient: Int] = [:]
  var crops: [Rect: Int] = [:]
  var wipes: [Entrance: Int] = [:]
  /// The content of the only `<defs>`, and the rules of the entrances.
  var definitions = ByteBuffer()
  var rules = ByteBuffer()
  var ruleNames: Set<String> = []

  /// A scene as the UTF-8 bytes of an SVG document.
  /// - Complexity: O(*n*) in the length of the document.
  public static func bytes(_ scene: Scene) -> [UInt8] {
    var writer = SVGWriter(scene: scene)
    writer.writeDocument()
    return writer.output.bytes
  }

  /// A scene as an SVG document.
  /// - Complexity: O(*n*) in the length of the document.
  public static func string(_ scene: Scene) -> String {
    var writer = SVGWriter(scene: scene)
    writer.writeDocument()
    return writer.output.string
  }

  private init(scene: Scene) {
    self.scene = scene
    prefix = SVGWriter.identifier(for: scene.id)
  }

  /// A chart's name as an XML name: what can't stand in one is left out, and a number made from the whole name tells
  /// apart those that only differ there.
  static func identifier(for name: String) -> String {
    let allowed = name.utf8.filter { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    let plain = "ck-" + String(decoding: allowed.prefix(64), as: UTF8.self)
    guard allowed.count != name.utf8.count || allowed.count > 64 else { return plain }
    // FNV-1a
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return plain + "-" + String(hash, radix: 36)
  }
}

// MARK: - The document

extension SVGWriter {
  private mutating func writeDocument() {
    write("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
    write(scene.size.width)
    write("\" height=\"")
    write(scene.size.height)
    write("\" viewBox=\"0 0 ")
    write(scene.size.width)
    write(" ")
    write(scene.size.height)
    write("\" role=\"graphics-document document\" aria-roledescription=\"chart\" aria-labelledby=\"")
    write(string: prefix)
    write("-title\" aria-describedby=\"")
    write(string: prefix)
    write("-desc\" font-family=\"")
    write(string: SVGWriter.fontFamily)
    write("\" style=\"font-kerning:none\"><title id=\"")
    write(string: prefix)
    write("-title\">")
    write(escaping: scene.title)
    write("</title><desc id=\"")
    write(string: prefix)
    write("-desc\">")
    write(escaping: scene.description)
    write("</desc>")
    if let animation = scene.animation { writeStyles(for: animation) }
    let head = output.count
    if scene.background.alpha > 0 {
      write("<rect width=\"100%\" height=\"100%\"")
      writePaint("fill", scene.background)
      write("/>")
    }
    if let animation = scene.animation {
      writeAnimated(scene.nodes, by: animation)
    } else {
      write(scene.nodes)
    }
    write("</svg>\n")
    insertDefinitions(at: head)
  }

  /// Fonts of the same advance widths first, so that texts are as wide as they were measured.
  static let fontFamily = "Arial, 'Liberation Sans', Arimo, Helvetica, sans-serif"
}
