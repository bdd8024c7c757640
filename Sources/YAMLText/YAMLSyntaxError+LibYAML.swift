extension YAMLSyntaxError {
  /// The parser's fault in words that say what to do. libyaml speaks of tokens; people wrote a chart.
  init(_ failure: YAMLFailure, in text: YAMLText) {
    self = YAMLSyntaxError.explaining(failure, in: text)
  }

  private static func explaining(_ failure: YAMLFailure, in text: YAMLText) -> YAMLSyntaxError {
    let problem = failure.problem
    let offset = text.offset(of: failure.mark)
    let source = text.source
    let place = source.position(of: offset)
    let begin = failure.origin.map { source.position(of: text.offset(of: $0)) }
    // Where the construct began, if that is another line.
    let origin = if let begin, begin.line < place.line { " (it begins in line \(begin.line))" } else { "" }
    if let tab = text.indentingTab(before: offset) {
      return YAMLSyntaxError("tabs cannot indent in YAML; use spaces", at: source.position(of: tab))
    }
    let found = source.scalars.indices.contains(offset) ? source.scalars[offset] : nil
    // Where the text ends there is nothing to see: what is not closed is.
    if !source.scalars[min(offset, source.scalars.count)...].contains(where: { !$0.isBlank && !$0.isLineBreak }),
      let begin
    {
      let opening = source.scalars[source.offset(of: begin)...].first ?? " "
      switch (problem, opening) {
      case ("found unexpected end of stream", _):
        return YAMLSyntaxError("the quote is not closed", at: begin, isUnfinished: true)
      case (_, "["), (_, "{"):
        return YAMLSyntaxError("the '\(opening)' is not closed", at: begin, isUnfinished: true)
      case ("did not find expected node content", _):
        guard let bracket = text.openBracket() else { break }
        return YAMLSyntaxError(
          "the '\(source.scalars[bracket])' is not closed", at: source.position(of: bracket), isUnfinished: true)
      default: break
      }
    }
    switch problem {
    case "found character that cannot start any token":
      let character = found.map { "'\($0)'" } ?? "this"
      return YAMLSyntaxError("a text cannot begin with \(character) unless it is quoted", at: place)
    case "did not find expected ',' or '}'":
      return YAMLSyntaxError("expected ',' or '}'\(origin)", at: place)
    case "did not find expected ',' or ']'":
      return YAMLSyntaxError("expected ',' or ']'\(origin)", at: place)
    case "mapping values are not allowed in this context":
      return YAMLSyntaxError("a ':' cannot stand here; quote a text that contains ': '", at: place)
    case "could not find expected ':'":
      // libyaml notices at the next line; what is wrong is the line with the key.
      return YAMLSyntaxError("expected ':' after the key", at: begin ?? place)
    case "did not find expected key":
      return YAMLSyntaxError("expected a key here, at the indentation of the keys above\(origin)", at: place)
    case "did not find expected '-' indicator":
      return YAMLSyntaxError("expected '-' here, at the indentation of the items above\(origin)", at: place)
    case "block sequence entries are not allowed in this context":
      return YAMLSyntaxError("a list cannot begin here; put its first '-' on a line of its own", at: place)
    case "did not find expected <document start>":
      return YAMLSyntaxError("what precedes is complete; separate specs by a line with '---'", at: place)
    case "did not find expected node content":
      return YAMLSyntaxError("expected a value", at: place)
    case "found undefined alias":
      return YAMLSyntaxError("there is no anchor of this name", at: place)
    case "found unknown escape character":
      return YAMLSyntaxError("unknown escape; write '\\\\' for a backslash, or use single quotes", at: place)
    case "found unexpected document indicator":
      return YAMLSyntaxError("the quote is not closed before the end of the document\(origin)", at: place)
    case _ where problem.hasPrefix("Maximum nesting level"):
      return YAMLSyntaxError("nested deeper than \(YAMLDocument.depthLimit) levels", at: place)
    default:
      return YAMLSyntaxError(problem.replacing("did not find expected", with: "expected") + origin, at: place)
    }
  }
}
