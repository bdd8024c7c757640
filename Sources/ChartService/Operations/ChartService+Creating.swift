package import ChartEngine
package import ChartModel
package import JSONModel
package import JSONRPC
import OrderedCollections

extension ChartService {
  /// Makes a chart, or puts another in its place.
  /// - Parameters:
  ///   - name: Its id; the spec's, or a fresh one, if not given.
  ///   - size: Instead of the spec's.
  ///   - theme: Instead of the spec's.
  ///   - chartState: What interactions had made of one like it; as the spec begins if not given.
  /// - Throws: -32602 with the path from `spec`, `chart` or `state`, -32001, -32004, -32800.
  package func create(
    _ spec: JSON, named name: String? = nil, size: Size? = nil, theme: Theme? = nil,
    state chartState: ChartState? = nil, in session: String, _ call: Call
  ) throws(RPCError) -> ChartPicture {
    let cancellation = call.cancellation
    try cancellation.check()
    guard spec.objectValue != nil else {
      throw RPCError(invalidParams: InvalidValue(expected: "an object", got: spec).prefixed(by: .key("spec")))
    }
    var buffers = RequestBuffers(call.buffers, sharedMemories)
    let source = try source(
      of: try numbered(spec, &buffers, at: .key("spec")), buffers: buffers, at: .key("spec"), unless: cancellation)
    if let name { try check(name: name, at: [.key("chart")]) }
    if let id = source.spec.common.id { try check(name: id, at: [.key("spec"), .key("id")]) }
    try cancellation.check()
    let name = name ?? source.spec.common.id
    var chart = Chart(id: name ?? "", spec: source.spec, size: size, theme: theme, engine: source.engine)
    if let chartState {
      do throws(InvalidValue) {
        try source.spec.check(chartState.view)
      } catch {
        throw RPCError(invalidParams: error.prefixed(by: .key("state")))
      }
      chart.state = chartState
    }
    var rows = ShownRows()
    fit(&chart, of: source, &rows, as: nil, unless: cancellation)
    return try put(chart, rows, source, named: name, in: session)
  }

  /// Puts a chart into a session, in the place of the one of its name.
  /// - Parameters:
  ///   - name: The chart's; it gets one that is free if not given.
  ///   - replaces: Whether one of its name may be replaced.
  /// - Returns: Its picture.
  /// - Throws: -32001, -32004, -32005.
  func put(
    _ chart: Chart, _ rows: ShownRows, _ source: SpecSource, named name: String?, in session: String
  ) throws(RPCError) -> ChartPicture {
    while true {
      if let picture = try put(chart, rows, source, named: name, in: session, unlessThere: false) { return picture }
    }
  }

  /// The same where a chart of that name may be there already.
  /// - Parameter unlessThere: Whether one of its name is left as it is.
  /// - Returns: `nil` if it is.
  func put(
    _ chart: Chart, _ rows: ShownRows, _ source: SpecSource, named given: String?, in session: String, unlessThere: Bool
  ) throws(RPCError) -> ChartPicture? {
    let material = ChangeMaterial(source: source, state: chart.state.withoutPointers)
    let picture = try changeChart(in: session, material) { state throws(RPCError) in
      let content = try state.session(session)
      let count = content.charts.count
      let fresh = given == nil ? content.freshName(for: source.spec.kind) : nil
      let name = given ?? fresh?.name ?? ""
      let replaced = content.charts[name]
      if replaced != nil, unlessThere { return nil }
      guard replaced != nil || count < limits.charts else {
        throw .limitExceeded("charts", allowed: limits.charts, got: count + 1)
      }
      // The revisions go on, so that whoever shows the old chart sees that this one is newer.
      let revision = ChartRecord.revision(after: replaced?.revision ?? 0)
      let change = Change.create(
        name, revision: revision, size: chart.size, theme: chart.theme, kind: source.spec.kind, number: fresh?.number)
      let key = ChartKey(session: session, chart: name)
      return Decision(change) { [limits] state in
        var chart = chart
        chart.id = name
        let record = ChartRecord(
          session: session, chart: chart, source: source, rows: rows, revision: revision, version: state.freshNumber())
        if let fresh { state.sessions[session]?.note(number: fresh.number, for: source.spec.kind) }
        if let replaced = state.sessions[session]?.charts.updateValue(record, forKey: name) { state.discard(replaced) }
        state.log(.init("chart/create", chart: name), at: revision, in: session, limits: limits)
        state.notify(
          key,
          PendingChange(kind: .created, revision: revision, causes: ["chart/create"], isFirstSight: replaced == nil))
        return record.picture
      }
    }
    if let picture, !rows.warnings.isEmpty { refitLater(ChartKey(session: session, chart: picture.chart)) }
    return picture
  }

  /// Changes a chart's spec by a merge patch. Data are read anew.
  func update(_ key: ChartKey, by patch: JSON, _ request: Request, _ call: Call) throws(RPCError) -> ChartPicture {
    while true {
      try call.cancellation.check()
      let before = try snapshot(key)
      var kept = before.source.held
      // A patch on what says what is read asks for it to be read.
      if patch["data"] != nil || patch["series"] != nil { kept.hasGrown = false }
      var buffers = RequestBuffers(call.buffers, sharedMemories, besides: kept)
      let json = before.source.json.merging(patch: try numbered(patch, &buffers, at: .key("patch")))
      let source = try source(
        of: json, buffers: buffers, keeping: kept, at: .key("patch"), unless: call.cancellation)
      if let picture = try replaceSpec(of: key, by: source, request, from: before) { return picture }
    }
  }

  /// Gives a chart another spec; of its state stays what still makes sense.
  /// - Returns: Its picture now; `nil` if the chart has changed meanwhile, and nothing was done.
  /// - Throws: -32005.
  func replaceSpec(
    of key: ChartKey, by source: SpecSource, _ request: Request, _ policy: StepPolicy = .step, from before: Snapshot
  ) throws(RPCError) -> ChartPicture? {
    guard source.saysMore(than: before.source) else { return before.picture }
    var chart = before.chart
    chart.update(spec: source.spec, engine: source.engine)
    var rows = ShownRows()
    fit(&chart, of: source, &rows, as: key, unless: Cancellation())
    let picture = try commit(chart, source, rows: rows, request, policy, to: key, from: before)
    if picture != nil, !rows.warnings.isEmpty { refitLater(key) }
    return picture
  }

  /// - Parameter growth: The points that made the spec out of the one before.
  /// - Returns: `nil` if the chart has changed meanwhile, and nothing was done.
  /// - Throws: -32005.
  func commit(
    _ chart: Chart, _ source: SpecSource, rows: ShownRows = ShownRows(), grownBy growth: ChangeMaterial.Growth? = nil,
    _ request: Request,
    _ policy: StepPolicy = .step, to key: ChartKey, from before: Snapshot
  ) throws(RPCError) -> ChartPicture? {
    let bytes = before.source.byteCount(beside: source)
    let entry = InteractionLog.Record(request, chart: key.chart)
    let notice = PendingChange(kind: .changed, causes: [request.method])
    let material = ChangeMaterial(
      request: request, source: source, growth: growth, state: chart.state.withoutPointers)
    return try changeChart(in: key.session, material) { state throws(RPCError) in
      guard let old = state.chart(key), old.version == before.version else { return nil }
      let effect = old.history.effect(of: request, policy, byteCount: request.byteCount + bytes, limits: limits)
      let revision = ChartRecord.revision(after: old.revision)
      return Decision(.chart(key.chart, revision: revision, step: effect)) { [limits] state in
        let version = state.freshNumber()
        var picture = before.picture
        state.update(key) { record, discarded in
          let moment = record.moment
          discarded += record.history.take(
            effect, isGesture: policy == .gesture, Step(request, moment: moment, sourceByteCount: bytes))
          discarded.append(record.picture)
          record.chart = chart
          record.source = source
          record.rows = rows
          record.noteOtherChart()
          record.revise(version: version)
          picture = record.picture
        }
        state.log(entry, at: picture.revision, in: key.session, limits: limits)
        state.notify(key, notice.at(picture.revision))
        return picture
      }
    }
  }

  /// Forgets a chart.
  /// - Throws: -32001, -32002, -32005.
  func delete(_ key: ChartKey) throws(RPCError) {
    defer { memory?.noteRemoval() }
    let entry = InteractionLog.Record("chart/delete", chart: key.chart)
    let notice = PendingChange(kind: .deleted, causes: ["chart/delete"])
    while true {
      let before = try snapshot(key)
      let done: Void? = try change(key.session) { state throws(RPCError) in
        guard let old = state.chart(key), old.version == before.version else { return nil }
        let revision = old.revision
        return Decision(.delete(key.chart, revision: revision)) { [limits] state in
          if let record = state.sessions[key.session]?.charts.removeValue(forKey: key.chart) { state.discard(record) }
          state.log(entry, at: revision, in: key.session, limits: limits)
          state.notify(key, notice.at(revision))
        }
      }
      if done != nil { return }
    }
  }

  // MARK: - Checks

  /// A spec with its data, read from a file if it names one.
  /// - Parameter place: The parameter that errors are to name.
  private func source(
    of spec: JSON, buffers: RequestBuffers, keeping previous: HeldData = HeldData(), at place: JSONPath.Component,
    unless cancellation: Cancellation
  ) throws(RPCError) -> SpecSource {
    do {
      return try specReader.unless { cancellation.isCancelled }.source(of: spec, buffers: buffers, keeping: previous)
    } catch {
      try cancellation.check()
      throw RPCError(invalidParams: error.prefixed(by: place))
    }
  }

  /// A spec or a patch in which columns have the chart's own numbers.
  private func numbered(
    _ spec: JSON, _ buffers: inout RequestBuffers, at place: JSONPath.Component
  ) throws(RPCError) -> JSON {
    do throws(InvalidValue) {
      return try buffers.numbered(spec)
    } catch {
      throw RPCError(invalidParams: error.prefixed(by: place))
    }
  }

  /// Names are shown, typed and written into SVG: control characters are of no use there.
  func check(name: String, at path: [JSONPath.Component]) throws(RPCError) {
    let scalars = name.unicodeScalars
    guard !scalars.isEmpty, scalars.count <= limits.name,
      !scalars.contains(where: {
        [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      })
    else {
      throw .invalidParams(
        path: JSONPath(path), "expected a name of 1 to \(limits.name) characters without line breaks or other controls")
    }
  }
}
