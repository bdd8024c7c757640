import ChartEngine
import ChartModel
import JSONModel
import JSONRPC
import OrderedCollections

extension ChartService {
  /// Makes a chart, or puts another in its place.
  func create(_ params: CreateParams, _ call: Call) throws(RPCError) -> ChartResult {
    let cancellation = call.cancellation
    try cancellation.check()
    let source = try source(of: params.spec, buffers: RequestBuffers(call.buffers), at: .key("spec"))
    if let chart = params.chart { try check(name: chart, at: [.key("chart")]) }
    if let id = source.spec.common.id { try check(name: id, at: [.key("spec"), .key("id")]) }
    try cancellation.check()
    let name = params.chart ?? source.spec.common.id
    let chart = Chart(id: name ?? "", spec: source.spec, size: params.size, theme: params.theme)
    let picture = try withState { state throws(RPCError) in
      try put(chart, source, named: name, in: params.session, state: &state)
    }
    return ChartResult(picture, render: params.render)
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
    state.log(.init(chart: name, method: "chart/create", revision: record.revision), in: session, limits: limits)
    state.notify(
      ChartKey(session: session, chart: name),
      PendingChange(
        kind: .created, revision: record.revision, causes: ["chart/create"], events: [],
        isFirstSight: replaced == nil))
    return record.picture
  }

  /// Changes a chart's spec by a merge patch. Data are read anew.
  func update(_ params: UpdateParams, _ call: Call) throws(RPCError) -> ChartResult {
    let request = Request("chart/update", params, UpdateParams.schema)
    while true {
      try call.cancellation.check()
      let before = try snapshot(params.target.key)
      var kept = before.source.held
      // A patch on what says what is read asks for it to be read.
      if params.patch["data"] != nil || params.patch["series"] != nil { kept.hasGrown = false }
      var buffers = RequestBuffers(call.buffers, besides: kept)
      let json = before.source.json.merging(patch: buffers.numbered(params.patch))
      let source = try source(of: json, buffers: buffers, keeping: kept, at: .key("patch"))
      if let picture = replaceSpec(of: params.target.key, by: source, request, from: before) {
        return ChartResult(picture, render: params.render)
      }
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
    withState { state in
      guard state.sessions[key.session]?.charts[key.chart]?.version == before.version else { return nil }
      let version = state.freshNumber()
      var picture = before.picture
      state.update(key) { record, discarded in
        let bytes = record.source.byteCount(beside: source)
        discarded += record.history.record(request, policy, from: record.moment, byteCount: bytes, limits: limits)
        discarded.append(record.picture)
        record.chart = chart
        record.source = source
        record.revise(version: version)
        picture = record.picture
      }
      state.log(
        .init(chart: key.chart, method: request.method, params: request.params, revision: picture.revision),
        in: key.session, limits: limits)
      state.notify(
        key, PendingChange(kind: .changed, revision: picture.revision, causes: [request.method], events: []))
      return picture
    }
  }

  /// Forgets a chart.
  func delete(_ target: ChartTarget) throws(RPCError) {
    try withState { state throws(RPCError) in
      let record = try state.record(target.key)
      state.sessions[target.session]?.charts.removeValue(forKey: target.chart)
      state.discard(record)
      state.log(
        .init(chart: target.chart, method: "chart/delete", revision: record.revision), in: target.session,
        limits: limits)
      state.notify(
        target.key,
        PendingChange(kind: .deleted, revision: record.revision, causes: ["chart/delete"], events: []))
    }
  }

  // MARK: - Checks

  /// A spec with its data, read from a file if it names one.
  /// - Parameter place: The parameter that errors are to name.
  private func source(
    of spec: JSON, buffers: RequestBuffers, keeping previous: HeldData = HeldData(), at place: JSONPath.Component
  ) throws(RPCError) -> SpecSource {
    do {
      return try specReader.source(of: spec, buffers: buffers, keeping: previous)
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
