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
        let params: JSON = ["spec": spec, "render": false, "session": .string(interpreter.session)]
        let result = try service.call("chart/create", params: params, cancellation: cancellation)
        emitWarnings(of: result, emit)
        emit(.display(try display(result["chart"]?.stringValue ?? "", in: interpreter.session)))
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
    if !warnings.isEmpty { emit(.stream(.stderr, warnings.map { "Warning: \($0)\n" }.joined())) }
  }

  // MARK: - Faults

  private func explain(_ error: RPCError, _ spec: JSON, in document: YAMLDocument) -> CellError {
    let name = error.cellName(invalidParams: "InvalidSpec")
    guard error.code == .invalidParams, let reason = error.data?["reason"]?.stringValue else {
      return CellError(name, error.message, at: position(document.place.position), in: source)
    }
    let described = Substring(error.data?["path"]?.stringValue ?? "")
    let inside = described.hasPrefix("spec") ? described.dropFirst(4) : described
    let (path, isThere) = spec.path(described: inside)
    let place = position(place(of: path, isThere, isKey: reason == "unknown key", in: document))
    let label = inside.first == "." ? inside.dropFirst() : inside
    let message = label.isEmpty ? reason : "\(label): \(reason)"
    if let parameter = document.json.parameter(onTheWayTo: path), parameters[parameter] != nil {
      // What is to be mended stands elsewhere.
      return CellError(name, "\(message) (the value of $\(parameter))", at: place, in: source)
    }
    if let fault = unknownParameter(error, in: spec, at: inside, place) { return fault }
    let suggestion = error.data?["suggestion"]?.stringValue ?? hint(reason, path, isThere, in: spec)
    return CellError(name, message, suggestion: suggestion, at: place, in: source)
  }

  /// The place of a fault: a key that is not allowed, a value that is wrong, or the object that lacks something.
  private func place(of path: JSONPath, _ isThere: Bool, isKey: Bool, in document: YAMLDocument) -> TextPosition {
    let place = isThere && isKey ? document.keyPosition(of: path) : nil
    // Of what a parameter stands for only its name has a place.
    var path = path
    while !path.isEmpty, document.position(of: path) == nil { path.components.removeLast() }
    let found = place ?? document.position(of: path)
    return found.map { TextPosition(line: $0.line, column: $0.column) } ?? document.place.position
  }

  /// What was probably meant where the declarations don't know.
  private func hint(_ reason: String, _ path: JSONPath, _ isThere: Bool, in json: JSON) -> String? {
    if path.isEmpty, let word = json.stringValue?.split(separator: " ").first.map(String.init) {
      return nearestWord(to: word, among: Command.all.map(\.name)).map { "%\($0)" }
    }
    // YAML read a number or a truth where a text was meant.
    if isThere, reason.hasPrefix("expected a string"), let value = json.value(at: path),
      value.doubleValue != nil || value.boolValue != nil
    {
      return JSON.string(value.text).text
    }
    return nil
  }
}
