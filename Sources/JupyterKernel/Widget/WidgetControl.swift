internal import JSONModel

/// `jupyter.widget.control`: tells a frontend that was loaded anew, or opened by somebody else, of all models at once.
struct WidgetControl: CommTarget {
  let name = WidgetProtocol.controlTarget
  let models: WidgetModels

  func open(_ comm: Comm, with message: CommMessage) -> (any CommHandler)? {
    models.hasManager = true
    return WidgetControlComm(comm, models: models)
  }
}

private final class WidgetControlComm: CommHandler {
  private let comm: Comm
  private let models: WidgetModels

  init(_ comm: Comm, models: WidgetModels) {
    self.comm = comm
    self.models = models
  }

  func receive(_ message: CommMessage) {
    guard message.data["method"] == "request_states" else { return }
    comm.send(
      ["method": "update_states", "states": models.states, "buffer_paths": []],
      metadata: WidgetProtocol.controlMetadata, inAnswerTo: message)
  }

  func resume() {}
  func close() {}
}
