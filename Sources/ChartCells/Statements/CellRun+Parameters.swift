import CellModel
import JSONModel
import OrderedCollections
import YAMLText

extension CellRun {
  /// Sets a parameter: `angle = 30`.
  func assign(_ emit: (CellOutput) -> Void) throws(CellError) {
    let assignment: AssignmentReader.Result
    do {
      assignment = try AssignmentReader.read(range, of: source)
    } catch {
      throw CellError(
        "SyntaxError", error.message, suggestion: error.suggestion, at: position(of: error.offset), in: source)
    }
    do {
      try interpreter.parameters.set(assignment.name, Parameter(assignment.value))
    } catch {
      throw CellError(
        "LimitExceeded", error.reason, at: position(of: assignment.nameRange.lowerBound), in: source)
    }
    guard let first = assignment.nonFinite.first else { return }
    let others = assignment.nonFinite.count - 1
    let more = others > 0 ? ", and \(others) more" : ""
    let place = "line \(position(of: first).line)\(more)"
    warn(["\(assignment.name): JSON has neither NaN nor infinity; null stands in its place (\(place))"], emit)
  }

  /// Shows a parameter's value: `$angle`.
  func parameter(_ emit: (CellOutput) -> Void) throws(CellError) {
    guard let line = ParameterLine(range, of: source) else { return }
    let name = String(source.string(line.word).dropFirst())
    let parameters = parameters
    guard let parameter = parameters[name] else {
      throw CellError(
        "UnknownParameter", parameters.reason(forUnknown: name), suggestion: parameters.nearest(to: name),
        at: position(of: line.word.lowerBound), in: source)
    }
    emit(
      .result(
        MIMEBundle(data: ["application/json": parameter.value, "text/plain": .string(parameter.readableText)])))
  }

  /// Lists all parameters: `%parameters`.
  func listParameters(_ text: CommandText, _ emit: (CellOutput) -> Void) throws(CellError) {
    if let argument = text.arguments.first {
      throw CellError(
        "InvalidArgument", "%parameters takes no arguments", at: position(of: argument.range.lowerBound), in: source)
    }
    if !text.isQuiet { emit(.result(parameters.bundle)) }
  }

  // MARK: - In specs

  /// A spec with the parameters put in.
  func withParameters(_ document: YAMLDocument, _ emit: (CellOutput) -> Void) throws(CellError) -> JSON {
    var substitution = ParameterSubstitution(parameters)
    let spec: JSON
    do {
      spec = try substitution.apply(to: document.json)
    } catch {
      let place = document.position(of: error.path).map { TextPosition(line: $0.line, column: $0.column) }
      throw CellError(
        "LimitExceeded", error.description, at: position(place ?? document.place.position), in: source)
    }
    warn(substitution.warnings, emit)
    return spec
  }

  /// The fault behind another one: where no text can stand there is `$name`, and no such parameter.
  /// - Parameter fault: With the path of the text in `json`.
  func unknownParameter(_ fault: InvalidValue, in json: JSON, _ place: TextPosition) -> CellError? {
    let parameters = parameters
    guard fault.kind == .mismatch || fault.kind == .textExpected, let text = json.value(at: fault.path)?.stringValue,
      let name = ParameterName.reference(text), parameters[name] == nil
    else { return nil }
    let reason = parameters.reason(forUnknown: name)
    return CellError(
      "UnknownParameter", fault.path.isEmpty ? reason : "\(fault.path): \(reason)",
      suggestion: parameters.nearest(to: name), at: place, in: source)
  }
}

extension JSON {
  /// The parameter that a text on the way to a path refers to.
  func parameter(onTheWayTo path: JSONPath) -> String? {
    last(onTheWayTo: path).value.stringValue.flatMap(ParameterName.reference)
  }
}
