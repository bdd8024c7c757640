internal import CellModel
internal import JSONModel

extension RequestHandler {
  /// `is_complete_request`: whether a console should run the code or ask for another line.
  static let isComplete = RequestHandler(on: [.shell]) { context throws(CellError) in
    let request = try context.content(as: CodeRequest.schema)
    return switch context.kernel.interpreter.completeness(of: request.code) {
    case .complete: Reply(["status": "complete"])
    case .incomplete(let indent): Reply(["status": "incomplete", "indent": .string(indent)])
    case .invalid: Reply(["status": "invalid"])
    case .unknown: Reply(["status": "unknown"])
    }
  }
}
