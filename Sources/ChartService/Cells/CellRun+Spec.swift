import JSONModel
import JSONRPC
import OrderedCollections

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
      do {
        let params: JSON = ["spec": document.json, "render": false, "session": .string(interpreter.session)]
        let result = try service.call("chart/create", params: params, cancellation: cancellation)
        emitWarnings(of: result, emit)
        emit(.chart(try display(result["chart"]?.stringValue ?? "", in: interpreter.session)))
      } catch {
        throw explain(error, in: document)
      }
    }
  }

  /// Tells on stderr what the author should know.
  func emitWarnings(of result: JSON, _ emit: (CellOutput) -> Void) {
    let warnings = (result["warnings"]?.arrayValue ?? []).compactMap(\.stringValue)
    if !warnings.isEmpty { emit(.stream(.stderr, warnings.map { "Warning: \($0)\n" }.joined())) }
  }

  // MARK: - Faults

  private func explain(_ error: RPCError, in document: YAMLDocument) -> CellError {
    let name = error.cellName(invalidParams: "InvalidSpec")
    guard error.code == .invalidParams, let reason = error.data?["reason"]?.stringValue else {
      return CellError(name, error.message, at: position(document.place.position), in: source)
    }
    let described = Substring(error.data?["path"]?.stringValue ?? "")
    let inside = described.hasPrefix("spec") ? described.dropFirst(4) : described
    let (path, isThere) = document.json.path(described: inside)
    let suggestion = error.data?["suggestion"]?.stringValue ?? hint(reason, path, isThere, in: document.json)
    let label = inside.first == "." ? inside.dropFirst() : inside
    return CellError(
      name, label.isEmpty ? reason : "\(label): \(reason)", suggestion: suggestion,
      at: position(place(of: path, isThere, isKey: reason == "unknown key", in: document)), in: source)
  }

  /// The place of a fault: a key that is not allowed, a value that is wrong, or the object that lacks something.
  private func place(of path: JSONPath, _ isThere: Bool, isKey: Bool, in document: YAMLDocument) -> TextPosition {
    let place = isThere && isKey ? document.keyPosition(of: path) : nil
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

extension JSON {
  /// The path that a description such as `.slices[2].value` stands for in this value. Keys may contain dots and
  /// brackets, so of the keys that are there the longest that fits is taken.
  /// - Returns: The path as far as there is something, and whether that is all of it.
  func path(described text: Substring) -> (JSONPath, isThere: Bool) {
    var components: [JSONPath.Component] = []
    var rest = text
    var value = self
    while !rest.isEmpty {
      switch value {
      case .array(let items):
        let digits = rest.dropFirst().prefix { $0 != "]" }
        guard rest.first == "[", let index = Int(digits), items.indices.contains(index) else {
          return (JSONPath(components), false)
        }
        components.append(.index(index))
        value = items[index]
        rest = rest.dropFirst(digits.count + 2)
      case .object(let members):
        let name = rest.first == "." ? rest.dropFirst() : rest
        let keys = members.keys.filter { key in
          guard name.hasPrefix(key) else { return false }
          let next = name.dropFirst(key.count).first
          return next == nil || next == "." || next == "["
        }
        guard let key = keys.max(by: { $0.count < $1.count }), let member = members[key] else {
          return (JSONPath(components), false)
        }
        components.append(.key(key))
        value = member
        rest = name.dropFirst(key.count)
      default:
        return (JSONPath(components), false)
      }
    }
    return (JSONPath(components), true)
  }

  /// The value at a path.
  func value(at path: JSONPath) -> JSON? {
    var value = self
    for component in path.components {
      let next =
        switch component {
        case .key(let key): value[key]
        case .index(let index): value[index]
        }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}
