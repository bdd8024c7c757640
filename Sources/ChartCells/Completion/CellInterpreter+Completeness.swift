public import CellModel
import JSONModel
import YAMLText

extension CellInterpreter {
  /// Whether a cell can be run as it is: a console asks before it does what Enter means.
  ///
  /// Commands and whole JSON texts are complete at once; YAML specs when an empty line ends them, as in IPython.
  public func completeness(of code: String) -> Completeness {
    let source = SourceText(code)
    let statements = CellSplitter.statements(of: source)
    guard let last = statements.last else { return .complete }
    for statement in statements.dropLast() where isBroken(statement, source) { return .invalid }
    switch last.kind {
    case .command, .parameter, .help: return .complete
    case .assignment: return completeness(ofAssignment: last, source)
    case .request: return completeness(ofRequest: last, source)
    case .spec: return completeness(ofSpec: last, source)
    }
  }

  /// Whether a statement with others after it cannot be read.
  private func isBroken(_ statement: CellStatement, _ source: SourceText) -> Bool {
    let text = source.string(statement.range)
    switch statement.kind {
    case .command, .parameter, .help: return false
    case .assignment: return completeness(ofAssignment: statement, source) != .complete
    case .request: return (try? JSON(parsing: text)) == nil
    case .spec: return (try? SpecText.parse(text)) == nil
    }
  }

  private func completeness(ofAssignment statement: CellStatement, _ source: SourceText) -> Completeness {
    do {
      _ = try AssignmentReader.read(statement.range, of: source)
      return .complete
    } catch {
      return error.isUnfinished ? .incomplete(indent: indentation(of: source) + "  ") : .invalid
    }
  }

  private func completeness(ofRequest statement: CellStatement, _ source: SourceText) -> Completeness {
    let text = source.string(statement.range)
    do {
      _ = try JSON(parsing: text)
      return .complete
    } catch {
      let rest = SourceText(String(decoding: text.utf8.dropFirst(error.offset), as: UTF8.self)).scalars
      // The text ends where something is missing, or within a string that is not closed.
      var reader = BracketReader(scalars: rest, position: 0)
      let isUnfinished =
        rest.allSatisfy { $0.isBlank || $0.isLineBreak }
        || (rest.first == "\"" && !reader.skipQuoted(limit: rest.count))
      return isUnfinished ? .incomplete(indent: indentation(of: source) + "  ") : .invalid
    }
  }

  private func completeness(ofSpec statement: CellStatement, _ source: SourceText) -> Completeness {
    let outline = SpecOutline.reading(
      source, range: source.lineStarts[source.lineIndex(of: statement.range.lowerBound)]..<statement.range.upperBound,
      cursor: source.scalars.count)
    do {
      _ = try SpecText.parse(source.string(statement.range))
    } catch {
      return error.isUnfinished ? .incomplete(indent: indent(after: outline, source)) : .invalid
    }
    // A separator behind it ends a spec, and so do brackets.
    let behind = source.scalars[statement.range.upperBound...]
    let first = source.scalars[statement.range].first { !$0.isBlank }
    if behind.contains(where: { !$0.isBlank && !$0.isLineBreak }) || first == "{" || first == "[" { return .complete }
    var blankLines = 0
    for index in source.lineStarts.indices.reversed() {
      guard source.line(index).allSatisfy(\.isBlank) else { break }
      blankLines += 1
    }
    // Behind `key:` one empty line is what the console itself began; a second one is meant.
    let needed = if case .pendingValue = outline.end { 2 } else { 1 }
    return blankLines >= needed ? .complete : .incomplete(indent: indent(after: outline, source))
  }

  private func indent(after outline: SpecOutline, _ source: SourceText) -> String {
    switch outline.end {
    case .whole(let column): String(repeating: " ", count: column)
    case .pendingValue(let column), .blockScalar(let column): String(repeating: " ", count: column + 2)
    case .open: indentation(of: source) + "  "
    }
  }

  /// The indentation of the last line that is not blank.
  private func indentation(of source: SourceText) -> String {
    let line = source.lineStarts.indices.lazy.reversed().map(source.line).first { !$0.allSatisfy(\.isBlank) }
    return String(repeating: " ", count: line?.prefix { $0 == " " }.count ?? 0)
  }
}
