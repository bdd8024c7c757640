package import CellModel
import ChartCells
import JSONModel
import OrderedCollections

extension Recorder: CellRecorder {
  package func begin(_ code: String, in session: String) -> Int {
    let number = freshNumber()
    note(["cell": .integer(number), "session": .string(session), "code": .string(code)])
    return number
  }

  package func note(_ output: CellOutput, of cell: Int) { note(["cell": .integer(cell), "gives": output.recorded]) }

  package func end(_ cell: Int, with error: CellError?) {
    var entry: OrderedDictionary<String, JSON> = ["cell": .integer(cell), "ends": true]
    entry["fails"] = error?.recorded
    note(entry)
  }
}

extension CellOutput {
  /// What a recording keeps of it.
  var recorded: JSON {
    switch self {
    case .display(let display):
      [
        "chart": display.subject.map { .string($0.name) } ?? nil,
        "session": display.subject.map { .string($0.session) } ?? nil, "revision": .integer(display.revision),
        "data": .object(display.bundle.data), "metadata": .object(display.bundle.metadata),
      ]
    case .stream(.stdout, let text): ["stdout": .string(text)]
    case .stream(.stderr, let text): ["stderr": .string(text)]
    case .result(let bundle): ["result": .object(bundle.data)]
    case .page(let bundle): ["page": .object(bundle.data)]
    case .clear(let waits): ["clear": .bool(waits)]
    }
  }
}

extension CellError {
  var recorded: JSON {
    ["name": .string(name), "message": .string(message), "traceback": .array(traceback.map { .string($0) })]
  }
}
