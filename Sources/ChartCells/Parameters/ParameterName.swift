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
