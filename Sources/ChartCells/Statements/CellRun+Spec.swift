import CellModel
import ChartService
import JSONModel
import JSONRPC
import YAMLText

extension CellRun {
  /// Makes the chart that a spec describes, and shows it.
  func spec(_ emit: (CellOutput) -> Void) throws(CellError) {
    let documents: [YAMLDocument]
    do {
      documents = try SpecText.parse(text)
    } catch {
      let place = position(TextPosition(line: error.line, column: error.column))
      throw CellError("SyntaxError", error.message, at: place, in: source)
    }
    for document in documents where !document.json.isNull {
      let spec = try withParameters(document, emit)
      do {
        let call = Call(method: "chart/create", buffers: [], cancellation: cancellation)
        let picture = try service.create(spec, in: interpreter.session, call)
        try service.settle()
        warn(picture.warnings, emit)
        emit(.display(display(picture)))
      } catch {
        throw explain(error, spec, in: document)
      }
    }
  }

  /// Tells on stderr what the author should know.
  func emitWarnings(of result: JSON, _ emit: (CellOutput) -> Void) {
    warn((result["warnings"]?.arrayValue ?? []).compactMap(\.stringValue), emit)
  }

  func warn(_ warnings: [String], _ emit: (CellOutput) -> Void) {
    // What is said below a cell stays there when the picture has long become another one, which says so itself.
    let warnings = warnings.filter { $0 != ChartService.coarseWarning }
    if !warnings.isEmpty { emit(.stream(.stderr, warnings.map { "Warning: \($0)\n" }.joined())) }
  }

  // MARK: - Faults

  private func explain(_ error: RPCError, _ spec: JSON, in document: YAMLDocument) -> CellError {
    let name = error.cellName(invalidParams: "InvalidSpec")
    guard var fault = error.parameterFault else {
      return CellError(name, error.message, at: position(document.place.position), in: source)
    }
    // Seen from inside of the spec.
    if fault.path.components.first == .key("spec") { fault.path.components.removeFirst() }
    let place = position(document.position(of: fault))
    let message = fault.path.isEmpty ? fault.reason : "\(fault.path): \(fault.reason)"
    if let parameter = document.json.parameter(onTheWayTo: fault.path), parameters[parameter] != nil {
      // What is to be mended stands elsewhere.
      return CellError(name, "\(message) (the value of $\(parameter))", at: place, in: source)
    }
    if let error = unknownParameter(fault, in: spec, place) { return error }
    var told = CellError(name, message, suggestion: fault.suggestion ?? hint(fault, in: spec), at: place, in: source)
    // All that is wrong, so that all can be mended at once.
    told.traceback += fault.others.map { other in
      var other = other
      if other.path.components.first == .key("spec") { other.path.components.removeFirst() }
      return "line \(position(document.position(of: other)).line): \(other)"
    }
    return told
  }

  /// What was probably meant where the declarations don't know.
  private func hint(_ fault: InvalidValue, in json: JSON) -> String? {
    if fault.path.isEmpty, let word = json.stringValue?.split(separator: " ").first.map(String.init) {
      return nearestWord(to: word, among: Command.all.map(\.name)).map { "%\($0)" }
    }
    // YAML read a number or a truth where a text was meant.
    if fault.kind == .textExpected, let value = json.value(at: fault.path),
      value.doubleValue != nil || value.boolValue != nil
    {
      return JSON.string(value.text).text
    }
    return nil
  }
}
