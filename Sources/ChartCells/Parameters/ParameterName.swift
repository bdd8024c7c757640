import YAMLText

/// How parameters are named: as in Python, so that papermill can set them, but in ASCII.
enum ParameterName {
  /// The most characters of a name.
  static let limit = 200

  static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_": true
    default: false
    }
  }

  static func isPart(_ scalar: Unicode.Scalar) -> Bool { isStart(scalar) || "0"..."9" ~= scalar }

  /// The offset behind the name that begins at `start`; `nil` if none does.
  static func end(from start: Int, limit: Int, in scalars: [Unicode.Scalar]) -> Int? {
    guard start < limit, isStart(scalars[start]) else { return nil }
    return scalars[start..<limit].firstIndex { !isPart($0) } ?? limit
  }

  /// The name that a text refers to as a whole: `angle` of `$angle`.
  static func reference(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard scalars.first == "$", let first = scalars.dropFirst().first, isStart(first),
      scalars.dropFirst().allSatisfy(isPart)
    else { return nil }
    return String(text.dropFirst())
  }
}

/// A parameter alone on its line, to see its value: `$angle`.
struct ParameterLine: Sendable {
  /// The offsets of the name with its `$`.
  var word: Range<Int>

  /// - Parameter line: The offsets of a line.
  init?(_ line: Range<Int>, of source: SourceText) {
    let scalars = source.scalars
    guard let start = scalars[line].firstIndex(where: { !$0.isBlank }), scalars[start] == "$",
      let end = ParameterName.end(from: start + 1, limit: line.upperBound, in: scalars)
    else { return nil }
    let rest = scalars[end..<line.upperBound]
    let trailing = rest.first { !$0.isBlank }
    guard trailing == nil || (trailing == "#" && rest.first?.isBlank == true) else { return nil }
    word = start..<end
  }
}
