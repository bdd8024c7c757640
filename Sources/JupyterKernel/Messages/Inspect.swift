internal import CellModel
internal import JSONModel

extension RequestHandler {
  /// `inspect_request`: what is known of what stands at the cursor. There is one level of detail.
  static let inspect = RequestHandler(on: [.shell]) { context throws(CellError) in
    let request = try context.content(as: CodeRequest.schema)
    guard let inspection = context.kernel.interpreter.inspect(request.code, at: request.cursor) else {
      return Reply(["found": false, "data": [:], "metadata": [:]])
    }
    return Reply([
      "found": true,
      "data": ["text/plain": .string(inspection.plain), "text/markdown": .string(inspection.markdown)],
      "metadata": [:],
    ])
  }
}
