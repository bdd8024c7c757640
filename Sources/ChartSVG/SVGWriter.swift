public import ChartEngine

/// Writes scenes as SVG.
public enum SVGWriter {
  /// A scene as the UTF-8 bytes of an SVG document.
  /// - Complexity: O(*n*) in the length of the document.
  public static func bytes(_ scene: Scene) -> [UInt8] { [] }

  /// A scene as an SVG document.
  public static func string(_ scene: Scene) -> String { String(decoding: bytes(scene), as: UTF8.self) }
}
