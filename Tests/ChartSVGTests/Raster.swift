import ChartEngine
@testable import ChartExport
import ChartSVG
import Foundation
import POSIX
import TestSupport
import Testing

/// A picture in pixels.
///
/// What Cairo draws of a scene is compared with what librsvg reads out of its SVG: two ways that share no line of ours.
struct Raster {
  let width: Int
  let height: Int
  /// Blue, green, red and alpha of each, row by row, colours multiplied by alpha.
  let bytes: [UInt8]

  /// Reads a PNG file.
  init(png: [UInt8]) throws {
    let cairo = try #require(SharedLibrary(anyOf: ["libcairo.so.2", "/opt/homebrew/lib/libcairo.2.dylib"]))
    typealias Read = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UInt32) -> Int32
    let open: @convention(c) (Read, UnsafeMutableRawPointer?) -> OpaquePointer? = try cairo.required(
      "cairo_image_surface_create_from_png_stream")
    let data: @convention(c) (OpaquePointer?) -> UnsafePointer<UInt8>? = try cairo.required(
      "cairo_image_surface_get_data")
    let number = { (name: String) throws -> (@convention(c) (OpaquePointer?) -> Int32) in try cairo.required(name) }
    let source = Source(png)
    let surface = withExtendedLifetime(source) {
      open(
        { closure, place, count in
          guard let closure, let place else { return 10 }
          return Unmanaged<Source>.fromOpaque(closure).takeUnretainedValue().read(place, Int(count))
        }, Unmanaged.passUnretained(source).toOpaque())
    }
    defer { _ = try? number("cairo_surface_destroy")(surface) }
    #expect(try number("cairo_surface_status")(surface) == 0)
    width = Int(try number("cairo_image_surface_get_width")(surface))
    height = Int(try number("cairo_image_surface_get_height")(surface))
    let stride = Int(try number("cairo_image_surface_get_stride")(surface))
    let pixels = try #require(data(surface))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for row in 0..<height {
      bytes.append(contentsOf: UnsafeBufferPointer(start: pixels + row * stride, count: width * 4))
    }
    self.bytes = bytes
  }

  private final class Source {
    var rest: ArraySlice<UInt8>
    init(_ bytes: [UInt8]) { rest = bytes[...] }
    func read(_ place: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
      guard count <= rest.count else { return 10 }
      _ = UnsafeMutableBufferPointer(start: place, count: count).update(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return 0
    }
  }

  /// How many pixels differ in a channel by more than so much, and the most that any differs.
  func difference(from other: Raster, above bound: Int) -> (count: Int, most: Int) {
    guard width == other.width, height == other.height else { return (.max, 255) }
    guard bytes != other.bytes else { return (0, 0) }
    return bytes.withUnsafeBytes { a in
      other.bytes.withUnsafeBytes { b in
        guard let one = a.baseAddress, let two = b.baseAddress else { return (0, 0) }
        var (count, most) = (0, 0)
        for start in stride(from: 0, to: a.count, by: 64) {
          let end = min(start + 64, a.count)
          // Most pixels are the same.
          if memcmp(one + start, two + start, end - start) == 0 { continue }
          for pixel in stride(from: start, to: end, by: 4) {
            var difference = 0
            for channel in pixel..<pixel + 4 { difference = max(difference, abs(Int(a[channel]) - Int(b[channel]))) }
            if difference > bound { count += 1 }
            most = max(most, difference)
          }
        }
        return (count, most)
      }
    }
  }

  // MARK: - The oracle

  static let hasOracle = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/rsvg-convert")
  }

  /// What librsvg draws of an SVG.
  static func librsvg(_ svg: String, scale: Double = 1) throws -> Raster {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["rsvg-convert", "--format", "png", "--zoom", "\(scale)"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let text = Data(svg.utf8)
    // Both at once, since either pipe may be full.
    DispatchQueue.global().async {
      try? input.fileHandleForWriting.write(contentsOf: text)
      try? input.fileHandleForWriting.close()
    }
    let png = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try Raster(png: Array(png))
  }

  /// Expects that the scene is drawn as its SVG: shapes nearly to the pixel, and texts where they are to be.
  ///
  /// librsvg kerns, whatever the SVG says, and shows codes in boxes where no font has a character. Texts are set in one way
  /// everywhere, so that they are compared in every fourth picture alone.
  static func expectSame(
    _ name: String, _ scene: Scene, scale: Double = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let number = Int(name.utf8.reduce(0, &+))
    guard hasOracle, isInSample(number) else { return }
    try compare("\(name), its shapes alone,", scene.withoutTexts, scale: scale, most: 0.0002, sourceLocation)
    guard number.isMultiple(of: 4) else { return }
    try compare(name, scene, scale: scale, most: 0.02, sourceLocation)
  }

  private static func compare(
    _ name: String, _ scene: Scene, scale: Double, most share: Double, _ sourceLocation: SourceLocation
  ) throws {
    let png = try SceneExport(scene, scale: scale).png()
    // To be looked at.
    if let directory = ProcessInfo.processInfo.environment["EXPORTED_PICTURES"] {
      try Data(png).write(to: URL(filePath: directory).appending(path: "\(name).png"))
    }
    let (ours, theirs) = (try Raster(png: png), try librsvg(SVGWriter.string(scene), scale: scale))
    let (count, most) = ours.difference(from: theirs, above: tolerance)
    #expect(
      Double(count) <= Double(ours.width * ours.height) * share,
      "\(count) pixels of \(name) differ, by up to \(most)", sourceLocation: sourceLocation)
  }

  /// Places in SVGs are rounded to 1/100 px: edges may differ by so much.
  private static let tolerance = 24
}

extension Scene {
  fileprivate var withoutTexts: Scene {
    var scene = self
    scene.nodes = Scene.withoutTexts(nodes)
    return scene
  }

  private static func withoutTexts(_ nodes: [Node]) -> [Node] {
    nodes.compactMap { node in
      var node = node
      switch node.shape {
      // librsvg blurs the pixels of pictures in a picture, whatever these say.
      case .text, .raster: return nil
      case .group(let nodes): node.shape = .group(withoutTexts(nodes))
      case .clipped(let path, let nodes): node.shape = .clipped(path, withoutTexts(nodes))
      case .cropped(let rect, let nodes): node.shape = .cropped(rect, withoutTexts(nodes))
      case .path, .circle, .dots, .rect, .polyline: break
      }
      return node
    }
  }
}
