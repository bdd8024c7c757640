import ChartEngine
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
  /// - Throws: -32602 with the path from `spec` or `chart`, -32001, -32004, -32800.
  package func create(
    _ spec: JSON, named name: String? = nil, size: Size? = nil, theme: Theme? = nil, in session: String, _ call: Call
  ) throws(RPCError) -> ChartPicture {
    let cancellation = call.cancellation
    try cancellation.check()
    guard spec.objectValue != nil else {
      throw RPCError(invalidParams: InvalidValue(expected: "an object", got: spec).prefixed(by: .key("spec")))
    }
    let source = try source(of: spec, buffers: RequestBuffers(call.buffers), at: .key("spec"), unless: cancellation)
    if let name { try check(name: name, at: [.key("chart")]) }
    if let id = source.spec.common.id { try check(name: id, at: [.key("spec"), .key("id")]) }
    try cancellation.check()
    let name = name ?? source.spec.common.id
    let chart = Chart(id: name ?? "", spec: source.spec, size: size, theme: theme)
    return try withState { state throws(RPCError) in
      try put(chart, source, named: name, in: session, state: &state)
    }
  }

  /// Puts a chart into a session, in the place of the one of its name.
  /// - Parameter name: The chart's; it gets one that is free if not given.
  func put(
    _ chart: Chart, _ source: SpecSource, named name: String?, in session: String, state: inout ServiceState
  ) throws(RPCError) -> ChartPicture {
    guard let place = state.sessions.index(forKey: session) else { throw .noSuchSession(session) }
    let count = state.sessions.values[place].charts.count
    let name = name ?? state.sessions.values[place].freshName(for: source.spec.kind)
    let replaced = state.sessions.values[place].charts[name]
    guard replaced != nil || count < limits.charts else {
      throw .limitExceeded("charts", allowed: limits.charts, got: count + 1)
    }
    var chart = chart
    chart.id = name
    // The revisions go on, so that whoever shows the old chart sees that this one is newer.
    let record = ChartRecord(
      session: session, chart: chart, source: source, revision: (replaced?.revision ?? 0) + 1,
      version: state.freshNumber())
    state.sessions.values[place].charts[name] = record
    if let replaced { state.discard(replaced) }
    state.log(.init("chart/create", chart: name), at: record.revision, in: session, limits: limits)
    state.notify(
      ChartKey(session: session, chart: name),
      PendingChange(
        kind: .created, revision: record.revision, causes: ["chart/create"], isFirstSight: replaced == nil))
    return record.picture
  }

  /// Changes a chart's spec by a merge patch. Data are read anew.
  func update(_ key: ChartKey, by patch: JSON, _ request: Request, _ call: Call) throws(RPCError) -> ChartPicture {
    while true {
      try call.cancellation.check()
      let before = try snapshot(key)
      var kept = before.source.held
      // A patch on what says what is read asks for it to be read.
      if patch["data"] != nil || patch["series"] != nil { kept.hasGrown = false }
      var buffers = RequestBuffers(call.buffers, besides: kept)
      let json = before.source.json.merging(patch: buffers.numbered(patch))
      let source = try source(
        of: json, buffers: buffers, keeping: kept, at: .key("patch"), unless: call.cancellation)
      if let picture = replaceSpec(of: key, by: source, request, from: before) { return picture }
    }
  }

  /// Gives a chart another spec; of its state stays what still makes sense.
  /// - Returns: Its picture now; `nil` if the chart has changed meanwhile, and nothing was done.
  func replaceSpec(
    of key: ChartKey, by source: SpecSource, _ request: Request, _ policy: StepPolicy = .step, from before: Snapshot
  ) -> ChartPicture? {
    var chart = before.chart
    chart.update(spec: source.spec)
    guard chart != before.chart || source.json != before.source.json || source.warnings != before.source.warnings
    else { return before.picture }
    return commit(chart, source, request, policy, to: key, from: before)
  }

  /// - Returns: `nil` if the chart has changed meanwhile, and nothing was done.
  func commit(
    _ chart: Chart, _ source: SpecSource, _ request: Request, _ policy: StepPolicy = .step, to key: ChartKey,
    from before: Snapshot
  ) -> ChartPicture? {
    let bytes = before.source.byteCount(beside: source)
    let entry = InteractionLog.Record(request, chart: key.chart)
    let change = PendingChange(kind: .changed, causes: [request.method])
    return withState { state in
      guard state.sessions[key.session]?.charts[key.chart]?.version == before.version else { return nil }
      let version = state.freshNumber()
      var picture = before.picture
      state.update(key) { record, discarded in
        discarded += record.history.record(
          request, policy, from: record.moment, sourceByteCount: bytes, limits: limits)
        discarded.append(record.picture)
        record.chart = chart
        record.source = source
        record.revise(version: version)
        picture = record.picture
      }
      state.log(entry, at: picture.revision, in: key.session, limits: limits)
      state.notify(key, change.at(picture.revision))
      return picture
    }
  }

  /// Forgets a chart.
  func delete(_ key: ChartKey) throws(RPCError) {
    let entry = InteractionLog.Record("chart/delete", chart: key.chart)
    let change = PendingChange(kind: .deleted, causes: ["chart/delete"])
    try withCharts { state throws(MissingChart) in
      let record = try state.record(key)
      state.sessions[key.session]?.charts.removeValue(forKey: key.chart)
      state.discard(record)
      state.log(entry, at: record.revision, in: key.session, limits: limits)
      state.notify(key, change.at(record.revision))
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
