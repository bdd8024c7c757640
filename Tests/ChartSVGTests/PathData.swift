import ChartModel

/// Reads path data by the grammar of SVG 2, 9.3.9, one character after the other, and adds up what is relative: an oracle
/// that shares nothing with the writer.
struct PathData {
  struct Command {
    var letter: Character
    /// The places it names, absolute; the last is where it ends.
    var points: [(x: Double, y: Double)]
    var isRelative: Bool
  }

  private(set) var commands: [Command] = []
  private(set) var fault: String?

  init(_ text: String) { fault = read(text) }

  private mutating func read(_ text: String) -> String? {
    var rest = Substring(text)
    var letter: Character?
    var (place, start) = ((x: 0.0, y: 0.0), (x: 0.0, y: 0.0))
    while let next = rest.first {
      if next.isLetter {
        letter = next
        rest.removeFirst()
      }
      guard let current = letter else { return "begins with \(next)" }
      let kind = Character(current.lowercased())
      let isRelative = current.isLowercase
      if kind == "z" {
        place = start
        commands.append(Command(letter: kind, points: [place], isRelative: isRelative))
        letter = nil
        continue
      }
      guard let count = ["m": 2, "l": 2, "h": 1, "v": 1, "c": 6][kind] else { return "\(current)?" }
      var numbers: [Double] = []
      for _ in 0..<count {
        guard let number = PathData.number(&rest) else { return "no number after \(commands.count) commands" }
        numbers.append(number)
      }
      let origin = isRelative ? place : (x: 0.0, y: 0.0)
      var points: [(x: Double, y: Double)]
      switch kind {
      case "h": points = [(origin.x + numbers[0], place.y)]
      case "v": points = [(place.x, origin.y + numbers[0])]
      default:
        points = stride(from: 0, to: count, by: 2).map { (origin.x + numbers[$0], origin.y + numbers[$0 + 1]) }
      }
      place = points[points.count - 1]
      if kind == "m" {
        start = place
        letter = isRelative ? "l" : "L"
      }
      let name: Character = kind == "h" || kind == "v" ? "l" : kind
      commands.append(Command(letter: name, points: points, isRelative: isRelative))
    }
    return nil
  }

  /// A number as the grammar has it, as long as it can be: digits and at most one point, after a sign.
  private static func number(_ rest: inout Substring) -> Double? {
    while rest.first == " " || rest.first == "," { rest.removeFirst() }
    var text = ""
    if let sign = rest.first, sign == "-" || sign == "+" { text.append(rest.removeFirst()) }
    while let next = rest.first, next.isNumber || (next == "." && !text.contains(".")) {
      text.append(rest.removeFirst())
    }
    return Double(text.hasSuffix("-") ? "" : text.replacing("-.", with: "-0.").replacing(/^\./, with: "0."))
  }
}
