internal import CellModel
internal import JSONModel

/// Turns what a cell emits into messages, in the order in which it was emitted.
///
/// Jupyter has one `execute_result` for each execution: the last result of the cell is it, the others are displays. So a
/// result waits, and what follows behind it, until another result or the end tells which it is.
final class ExecutionOutput {
  private let context: RequestContext
  private let executionCount: Int
  private let cell: String?
  private let isSilent: Bool
  private let stream: StreamBuffer

  /// A result and what followed it.
  private var held: [CellOutput] = []
  private static let heldLimit = 64

  /// The text of the last result.
  private(set) var resultText: String?

  /// What the reply carries for the pager.
  private(set) var payload: [JSON] = []

  /// - Parameter cell: the notebook's id of the cell, where known.
  init(_ context: RequestContext, executionCount: Int, cell: String?, isSilent: Bool) {
    self.context = context
    self.executionCount = executionCount
    self.cell = cell
    self.isSilent = isSilent
    stream = StreamBuffer { name, text in context.publish(.stream(name, text)) }
  }

  func take(_ output: CellOutput) {
    if case .page(let bundle) = output {
      return payload.append(["source": "page", "data": .object(bundle.data), "start": 0])
    }
    if isSilent { return }
    if case .result(let bundle) = output {
      resultText = bundle.plainText
      release(isLast: false)
      held.append(output)
    } else if held.isEmpty {
      publish(output, isLast: false)
    } else {
      held.append(output)
      if held.count > Self.heldLimit { release(isLast: false) }
    }
  }

  /// Publishes what was held back.
  func finish() {
    release(isLast: true)
    stream.flush()
  }

  private func release(isLast: Bool) {
    for output in held { publish(output, isLast: isLast) }
    held = []
  }

  private func publish(_ output: CellOutput, isLast: Bool) {
    if case .stream(let name, let text) = output { return stream.write(text, to: name) }
    stream.flush()
    switch output {
    case .display(let display):
      guard let subject = display.subject else { return context.publish(.displayData(display.bundle)) }
      context.kernel.updates.show(
        display, of: subject, parent: context.request.header.bytes, unless: context.cancellation, cell: cell)
    case .result(let bundle):
      context.publish(isLast ? .executeResult(bundle, executionCount: executionCount) : .displayData(bundle))
    case .clear(let waits):
      context.publish(.clearOutput(waits: waits))
    case .stream, .page:
      break
    }
  }
}
