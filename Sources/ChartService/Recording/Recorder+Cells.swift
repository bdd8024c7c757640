import JSONModel
import OrderedCollections

extension Recorder {
  /// Notes a cell that begins.
  /// - Returns: Its number.
  func begin(_ code: String, in session: String) -> Int {
    let number = freshNumber()
    note(["cell": .integer(number), "session": .string(session), "code": .string(code)])
    return number
  }

  func note(_ output: CellOutput, of cell: Int) { note(["cell": .integer(cell), "gives": output.recorded]) }

  func end(_ cell: Int, with error: CellError?) {
    var entry: OrderedDictionary<String, JSON> = ["cell": .integer(cell), "ends": true]
    entry["fails"] = error?.recorded
    note(entry)
  }
}

extension CellOutput {
  /// What a recording keeps of it.
  var recorded: JSON {
    switch self {
    case .chart(let display):
      [
        "chart": .string(display.chart), "session": .string(display.session), "revision": .integer(display.revision),
        "data": .object(display.data), "metadata": .object(display.metadata),
      ]
    case .stream(.stdout, let text): ["stdout": .string(text)]
    case .stream(.stderr, let text): ["stderr": .string(text)]
    case .result(let data): ["result": .object(data)]
    case .page(let data): ["page": .object(data)]
    case .clear(let waits): ["clear": .bool(waits)]
    }
  }
}

extension CellError {
  var recorded: JSON {
    ["name": .string(name), "message": .string(message), "traceback": .array(traceback.map { .string($0) })]
  }
}
