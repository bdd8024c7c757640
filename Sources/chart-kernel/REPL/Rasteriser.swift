import POSIX

/// A program that draws SVG as PNG.
struct Rasteriser {
  let program: String
  private let arguments: @Sendable (Int?) -> [String]

  /// Those that are known, best first, with what they take to read standard input and write standard output.
  private static let known: [(name: String, arguments: @Sendable (Int?) -> [String])] = [
    ("rsvg-convert", { $0.map { ["--keep-aspect-ratio", "--width", "\($0)"] } ?? [] }),
    ("resvg", { ($0.map { ["--width", "\($0)"] } ?? []) + ["-", "-c"] }),
    (
      "inkscape",
      { ["--pipe", "--export-type=png", "--export-filename=-"] + ($0.map { ["--export-width=\($0)"] } ?? []) }
    ),
    ("magick", { _ in ["svg:-", "png:-"] }),
  ]

  /// The first one on the path.
  static func first(in environment: [String: String]) -> Rasteriser? {
    known.lazy.compactMap { name, arguments in
      FilePath.executable(named: name, in: environment["PATH"] ?? "").map {
        Rasteriser(program: $0, arguments: arguments)
      }
    }.first
  }

  /// Draws a picture.
  /// - Parameter width: The most px that it may be wide; one that is smaller stays as it is.
  /// - Returns: `nil` if the program fails.
  func png(of svg: String, width: Int?) -> [UInt8]? {
    let limit = width.flatMap { limit in Self.width(of: svg).map { $0 > limit } == true ? limit : nil }
    return ChildProcess.output(of: program, arguments(limit), input: Array(svg.utf8))
  }

  /// What the root says.
  private static func width(of svg: String) -> Int? {
    guard let range = svg.firstRange(of: " width=\"") else { return nil }
    return Int(svg[range.upperBound...].prefix { $0.isNumber })
  }
}
