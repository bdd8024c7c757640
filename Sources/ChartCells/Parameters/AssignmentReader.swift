import JSONModel
import YAMLText

/// Reads a whole assignment.
enum AssignmentReader {
  struct Result: Sendable {
    var name: String
    /// The name's offsets in the cell.
    var nameRange: Range<Int>
    var value: JSON
    /// Where numbers stood that JSON has not, and `null` was put.
    var nonFinite: [Int]
  }

  static func read(_ range: Range<Int>, of source: SourceText) throws(LiteralSyntaxError) -> Result {
    let line = source.range(ofLine: source.lineIndex(of: range.lowerBound))
    guard let assignment = Assignment(line, of: source) else {
      throw LiteralSyntaxError(message: "expected a line such as angle = 30", offset: range.lowerBound)
    }
    guard assignment.name.count <= ParameterName.limit else {
      throw LiteralSyntaxError(
        message: "a parameter's name has at most \(ParameterName.limit) characters", offset: assignment.name.lowerBound)
    }
    let end = max(range.upperBound, assignment.valueStart)
    var reader = LiteralReader(source.scalars, assignment.valueStart..<end)
    let value = try reader.document()
    return Result(
      name: source.string(assignment.name), nameRange: assignment.name, value: value, nonFinite: reader.nonFinite)
  }
}
