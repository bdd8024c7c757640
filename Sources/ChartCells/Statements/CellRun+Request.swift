import CellModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections

extension CellRun {
  /// Answers a JSON-RPC request or batch: the answer as a value, its pictures as displays. An error in the answer is an
  /// answer too and does not end the cell.
  func request(_ emit: (CellOutput) -> Void) throws(CellError) {
    let message = try message(emit)
    guard let answer = service.answer(message, cancellation: cancellation) else { return }
    if cancellation.isCancelled { throw CellError("Interrupted", "the cell was interrupted", at: nil, in: source) }
    emit(
      .result(
        MIMEBundle(data: ["application/json": answer, "text/plain": .string(answer.shortened.prettyText)])))
    for item in answer.arrayValue ?? [answer] {
      guard let result = item["result"], case .object(let bundle) = result["display"] ?? .null,
        let session = result["session"]?.stringValue, let chart = result["chart"]?.stringValue
      else { continue }
      var display =
        (try? self.display(chart, in: session))
        ?? Display(MIMEBundle(data: [:]), of: DisplaySubject(session: session, name: chart))
      display.revision = result["revision"]?.integerValue ?? display.revision
      display.bundle.data = bundle
      emit(.display(display))
    }
  }

  private func message(_ emit: (CellOutput) -> Void) throws(CellError) -> JSON {
    var json: JSON
    do {
      json = try JSON(parsing: text)
    } catch {
      // The fault's offset is in bytes, a column in scalars.
      let before = text.utf8.prefix(error.offset)
      let offset = range.lowerBound + String(decoding: before, as: UTF8.self).unicodeScalars.count
      throw CellError("SyntaxError", error.reason, at: position(of: offset), in: source)
    }
    json = try withParameters(json, emit)
    guard interpreter.session != ChartService.defaultSession else { return json }
    return json.arrayValue.map { .array($0.map(inSession)) } ?? inSession(json)
  }

  /// The message with the parameters of cells in the texts of its own.
  private func withParameters(_ message: JSON, _ emit: (CellOutput) -> Void) throws(CellError) -> JSON {
    var substitution = ParameterSubstitution(parameters)
    var requests = message.arrayValue ?? [message]
    do {
      for index in requests.indices { requests[index] = try substitution.apply(toRequest: requests[index]) }
    } catch {
      throw CellError("LimitExceeded", error.description, at: position(of: range.lowerBound), in: source)
    }
    warn(substitution.warnings, emit)
    return message.arrayValue == nil ? requests.first ?? message : .array(requests)
  }

  /// A cell's requests are about the cell's session unless they name another.
  private func inSession(_ request: JSON) -> JSON {
    guard let name = request["method"]?.stringValue, name.hasPrefix("chart/"),
      ChartService.methods[name]?.parameterNames.contains("session") == true
    else { return request }
    let params = request["params"] ?? [:]
    guard params.objectValue != nil, params["session"] == nil else { return request }
    return request.setting("params", params.setting("session", .string(interpreter.session)))
  }
}

extension ParameterSubstitution {
  fileprivate mutating func apply(toRequest request: JSON) throws(InvalidValue) -> JSON {
    guard let params = request["params"] else { return request }
    do {
      return request.setting("params", try apply(to: params, depth: 1))
    } catch {
      throw error.prefixed(by: .key("params"))
    }
  }
}

extension JSON {
  /// The value with long texts, such as pictures, cut short: for reading, not for programs.
  var shortened: JSON {
    switch self {
    case .string(let text) where text.utf8.count > 200:
      .string("\(text.prefix(40))… (\(text.count) characters)")
    case .array(let items): .array(items.map(\.shortened))
    case .object(let members): .object(members.mapValues(\.shortened))
    default: self
    }
  }
}
