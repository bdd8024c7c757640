import ChartModel

@testable import ChartEngine

extension FuzzTarget {
  /// SVG paths as bars have them. All places are near enough, what was read is the same written plainly, and a bar gets an
  /// outline of bounded size without anything that is no number.
  static let path = FuzzTarget(name: "path") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let data: PathData
    do throws(PathDataError) {
      data = try PathData(text)
    } catch {
      expect(
        (0...bytes.count * 3).contains(error.offset) && !error.reason.isEmpty, "a fault lies in the text: \(error)")
      return
    }
    expect(data.commands.count <= PathData.commandLimit, "there are only so many commands")
    for number in data.commands.flatMap(\.places) {
      expect(abs(number) <= PathData.reach, "a place is within reach: \(number) in \(text)")
    }
    let plain = data.commands.map(\.plainText).joined(separator: " ")
    if plain.utf8.count <= PathData.lengthLimit {
      expect((try? PathData(plain))?.commands == data.commands, "written plainly it is the same: \(plain), of \(text)")
    }
    let outline = PathTemplate(data).path(
      in: Rect(x: 10, y: 20, width: 30, height: 4000), isFlipped: bytes.count % 2 == 1)
    expect(outline.elements.count <= 8 * data.commands.count, "an arc is a few curves")
    for number in outline.elements.flatMap(\.numbers) {
      expect(number.isFinite, "the outline in a bar has only numbers: \(text)")
    }
  }
}

extension PathData.Command {
  /// All coordinates that are places.
  fileprivate var places: [Double] {
    switch self {
    case .move(let end), .line(let end): [end.x, end.y]
    case .cubic(let control1, let control2, let end): [control1.x, control1.y, control2.x, control2.y, end.x, end.y]
    case .quadratic(let control, let end): [control.x, control.y, end.x, end.y]
    case .arc(let arc): [arc.end.x, arc.end.y]
    case .close: []
    }
  }

  /// As SVG writes it, with absolute places and all letters.
  fileprivate var plainText: String {
    let numbers = places.map(\.description).joined(separator: " ")
    return switch self {
    case .move: "M \(numbers)"
    case .line: "L \(numbers)"
    case .cubic: "C \(numbers)"
    case .quadratic: "Q \(numbers)"
    case .arc(let arc):
      "A \(arc.radii.width) \(arc.radii.height) \(arc.rotation) \(arc.isLarge ? 1 : 0) \(arc.isClockwise ? 1 : 0) \(numbers)"
    case .close: "Z"
    }
  }
}

extension Path.Element {
  fileprivate var numbers: [Double] {
    switch self {
    case .move(let point), .line(let point): [point.x, point.y]
    case .arc(let radius, _, let end): [radius, end.x, end.y]
    case .curve(let control1, let control2, let end): [control1.x, control1.y, control2.x, control2.y, end.x, end.y]
    case .close: []
    }
  }
}
