internal import CellModel
internal import JSONModel
internal import JSONRPC
internal import OrderedCollections

/// `user_expressions`: queries answered in the reply of an execution, with nothing shown.
struct UserExpressions {
  let interpreter: any Interpreter
  let cancellation: Cancellation

  /// - Parameter expressions: a name for each expression's answer.
  /// - Returns: For each name a MIME bundle, or what was wrong.
  func evaluate(_ expressions: OrderedDictionary<String, JSON>) -> JSON {
    .object(expressions.mapValues { evaluate($0) })
  }

  private func evaluate(_ expression: JSON) -> JSON {
    guard let text = expression.stringValue else {
      return failure(.invalidRequest("An expression must be a string."))
    }
    var value: MIMEBundle?
    var printed = ""
    do throws(CellError) {
      try interpreter.run(interpreter.code(of: text), cancellation: cancellation) { output in
        switch output {
        case .result(let bundle): value = bundle
        // A picture counts only where there is no other answer.
        case .display(let display): if value == nil { value = display.bundle }
        case .page(let bundle): value = bundle
        case .stream(_, let text): printed += text
        case .clear: break
        }
      }
    } catch {
      return failure(error)
    }
    let bundle = value ?? MIMEBundle(data: ["text/plain": .string(printed)])
    return bundle.content(["status": "ok"])
  }

  private func failure(_ error: CellError) -> JSON {
    error.json.merging(members: ["status": "error"])
  }
}
