import YAMLText

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
