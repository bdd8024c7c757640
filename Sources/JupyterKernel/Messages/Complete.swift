internal import CellModel
internal import JSONModel

extension RequestHandler {
  /// `complete_request`: what could stand at the cursor. Positions count Unicode code points since protocol 5.2.
  static let complete = RequestHandler(on: [.shell]) { context throws(CellError) in
    let request = try context.content(as: CodeRequest.schema)
    let completions = context.kernel.interpreter.completions(of: request.code, at: request.cursor)
    return Reply([
      "matches": .array(completions.matches.map { .string($0) }),
      "cursor_start": .integer(completions.start),
      "cursor_end": .integer(completions.end),
      "metadata": [:],
    ])
  }
}

/// The content of requests that are about code: `complete_request`, `inspect_request`, `is_complete_request`.
struct CodeRequest: Sendable {
  var code = ""
  private var position: Int?

  /// Where the cursor is in the code: at its end where none is given.
  var cursor: Int {
    let length = code.unicodeScalars.count
    return min(max(position ?? length, 0), length)
  }

  static let schema = Schema.object("CodeRequest", "Code, and a cursor in it.", initial: CodeRequest()) {
    Property("code", \.code, .string(), "The code.", required: true)
    Property("cursor_pos", \.position, .optional(.integer()), "The cursor, in Unicode code points.")
  }
}
