import ChartEngine
import JSONModel
import JSONRPC

extension ChartService {
  /// Takes back a chart's last step.
  func undo(_ key: ChartKey, render: Bool) throws(RPCError) -> InteractionResult {
    try go(key, render: render, method: "chart/undo") { $0.undo(from: $1) }
  }

  /// Does the step again that was undone last.
  func redo(_ key: ChartKey, render: Bool) throws(RPCError) -> InteractionResult {
    try go(key, render: render, method: "chart/redo") { $0.redo(from: $1) }
  }

  /// Goes to another moment of a chart's history. That is a few assignments, so it is done under the lock.
  private func go(
    _ key: ChartKey, render: Bool, method: String, _ travel: @Sendable (inout History, Moment) -> Moment?
  ) throws(RPCError) -> InteractionResult {
    let (picture, changed) = try withState { state throws(RPCError) in
      var picture = try state.record(key).picture
      let version = state.freshNumber()
      var changed = false
      state.update(key) { record, discarded in
        guard let moment = travel(&record.history, record.moment) else { return }
        discarded.append(record.picture)
        record.go(to: moment, version: version)
        picture = record.picture
        changed = true
      }
      if changed {
        state.log(.init(chart: key.chart, method: method, revision: picture.revision), in: key.session, limits: limits)
        state.notify(key, PendingChange(kind: .changed, revision: picture.revision, causes: [method], events: []))
      }
      return (picture, changed)
    }
    var result = report(picture, render: render)
    result.changed = changed
    return result
  }
}
