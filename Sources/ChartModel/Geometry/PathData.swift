public import JSONModel

/// An outline as SVG writes it in the attribute `d` of a path, read into absolute commands.
///
/// Source: Scalable Vector Graphics 2, chapter 9. What SVG 1.1 allows besides is read too: a number may end with its point.
public struct PathData: Hashable, Sendable {
  /// A command with absolute places. Lines that are only horizontal or vertical are lines, and curves whose first control
  /// point mirrors the last one of the curve before name it.
  public enum Command: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case cubic(control1: Point, control2: Point, end: Point)
    case quadratic(control: Point, end: Point)
    case arc(Arc)
    /// Back to where the piece began. What follows without a move begins there, too.
    case close
  }

  /// A part of an ellipse, as far as SVG describes it: where it begins is where the command before it ends.
  public struct Arc: Hashable, Sendable {
    /// The radii, at least 0. An arc with a radius of 0 is a line; radii too small for the ends are to be made larger.
    public var radii: Size
    /// How far the ellipse is turned clockwise, in degrees.
    public var rotation: Double
    /// Whether it is the arc of more than half a turn.
    public var isLarge: Bool
    public var isClockwise: Bool
    public var end: Point
  }

  /// What it was read from.
  public let text: String
  public let commands: [Command]

  /// The most characters and commands that are read: enough for any picture of a bar, few enough to draw hundreds.
  public static let lengthLimit = 100_000
  public static let commandLimit = 10_000
  /// How far from the origin a place may be. An outline is drawn into a square of 1, and stays finite in any bar.
  public static let reach = 1e6

  /// Reads path data. Unlike in SVG, where an empty one draws nothing, there must be something to draw.
  /// - Throws: ``PathDataError``, with the character at which it is wrong.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(PathDataError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= PathData.lengthLimit else {
      throw PathDataError(.limit, at: PathData.lengthLimit, "expected at most \(PathData.lengthLimit) characters")
    }
    var parser = PathDataParser(bytes)
    try parser.parse()
    self.text = text
    commands = parser.commands
  }

  /// A string; its faults name the character.
  public static let schema: Schema<PathData> = Schema<String>.string(minLength: 1).map(
    expectation: "an SVG path such as \"M0 1L.5 0 1 1Z\"",
    decode: { text throws(InvalidValue) in
      do throws(PathDataError) { return try PathData(text) } catch { throw InvalidValue(error.description) }
    },
    encode: \.text
  ).annotated([
    "maxLength": .integer(lengthLimit), "pattern": #"^\s*[Mm][-+.,0-9\sAaCcEeHhLlMmQqSsTtVvZz]*$"#,
  ])
}
