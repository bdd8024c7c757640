internal import CellModel
internal import JSONModel

extension RequestHandler {
  /// `complete_request`: what could stand at the cursor. Positions count Unicode code points since protocol 5.2.
  static let complete = RequestHandler(on: [.shell]) { context throws(CellError) in
    let (code, cursor) = try context.codeAndCursor()
    let completions = context.kernel.interpreter.completions(of: code, at: cursor)
    return Reply([
      "matches": .array(completions.matches.map { .string($0) }),
      "cursor_start": .integer(completions.start),
      "cursor_end": .integer(completions.end),
      "metadata": [:],
    ])
  }
}

extension RequestContext {
  /// The code of the request, and a cursor in it: the end where none is given.
  func codeAndCursor() throws(CellError) -> (code: String, cursor: Int) {
    guard let code = self["code"]?.stringValue else {
      throw .invalidRequest("\(request.header.type) must have a code that is a string.")
    }
    let length = code.unicodeScalars.count
    return (code, min(max(self["cursor_pos"]?.integerValue ?? length, 0), length))
  }
}
