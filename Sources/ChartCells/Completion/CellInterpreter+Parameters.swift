import CellModel
import YAMLText

extension CellInterpreter {
  /// The names that can stand for the `$` word at the cursor; `nil` where there is no such word.
  func completions(ofParameter place: CellPlace) -> Completions? {
    guard let word = place.parameter else { return nil }
    let names = parameters.current.names.map { "$\($0)" }
    let completions = place.completions(names, word: word)
    return completions.matches.isEmpty ? nil : completions
  }

  /// The value of the parameter at the cursor: at `$angle`, and at the name of an assignment to it.
  func inspect(parameter place: CellPlace) -> Inspection? {
    let word: String
    if let range = place.parameter {
      word = String(place.source.string(range).dropFirst())
    } else if place.statement?.kind == .assignment, let assignment = Assignment(place.line, of: place.source),
      (assignment.name.lowerBound...assignment.name.upperBound).contains(place.cursor)
    {
      word = place.source.string(assignment.name)
    } else {
      return nil
    }
    return parameters.current[word]?.inspection(named: word)
  }
}

extension CellPlace {
  /// The offsets of the line that the cursor is in.
  var line: Range<Int> { source.range(ofLine: source.lineIndex(of: cursor)) }

  /// The `$name` that the cursor is in or behind, as far as it is typed. In the value of an assignment there is none.
  fileprivate var parameter: Range<Int>? {
    guard statement?.kind != .assignment else { return nil }
    let scalars = source.scalars
    let line = line
    var start = cursor
    while start > line.lowerBound, ParameterName.isPart(scalars[start - 1]) { start -= 1 }
    if start == cursor, start < line.upperBound, scalars[start] == "$" { start += 1 }
    guard start > line.lowerBound, scalars[start - 1] == "$" else { return nil }
    // `$$name` is a text.
    guard start - 1 == line.lowerBound || scalars[start - 2] != "$" else { return nil }
    let rest = scalars[start..<line.upperBound]
    return (start - 1)..<(rest.firstIndex { !ParameterName.isPart($0) } ?? line.upperBound)
  }
}
