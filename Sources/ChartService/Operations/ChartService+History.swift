import JSONRPC
import OrderedCollections

extension ChartService {
  /// Takes back a chart's last step, or does the step again that was undone last.
  func go(_ way: HistoryWay, _ key: ChartKey, render: Rendering) throws(RPCError) -> InteractionResult {
    let entry = InteractionLog.Record(way.method, chart: key.chart)
    let notice = PendingChange(kind: .changed, causes: [way.method])
    while true {
      let (before, step) = try withCharts { state throws(MissingChart) in
        let record = try state.record(key)
        return (Snapshot(record), record.history.next(way))
      }
      guard let step else { return traveled(to: before.picture, changed: false, render: render) }
      // Weighed outside of the lock: of a spec with many columns that takes a while.
      let bytes = before.source.byteCount(beside: step.moment.source)
      step.moment.prepare()
      let picture = try changeChart(in: key.session) { state throws(RPCError) in
        guard let old = state.chart(key), old.version == before.version else { return nil }
        let revision = ChartRecord.revision(after: old.revision)
        return Decision(.travel(way, key.chart, revision: revision)) { [limits] state in
          let version = state.freshNumber()
          var picture = before.picture
          state.update(key) { record, discarded in
            guard let moment = record.history.go(way, from: record.moment, sourceByteCount: bytes) else { return }
            discarded.append(record.picture)
            record.go(to: moment, version: version)
            picture = record.picture
          }
          state.log(entry, at: picture.revision, in: key.session, limits: limits)
          state.notify(key, notice.at(picture.revision))
          return picture
        }
      }
      if let picture {
        // It may have been looked at while rows could not be had.
        if step.moment.source.lines != nil { refitLater(key) }
        return traveled(to: picture, changed: true, render: render)
      }
    }
  }

  private func traveled(to picture: ChartPicture, changed: Bool, render: Rendering) -> InteractionResult {
    var result = report(picture, render: render)
    result.changed = changed
    return result
  }
}
