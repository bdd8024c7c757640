import ChartData
import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

/// Turns specs as their authors give them into specs with all their data: files, the request's buffers, time zones, and
/// what day it is.
struct SpecReader: Sendable {
  let kinds: ChartKinds
  private(set) var data: DataSource
  let timeZones: TimeZoneFiles
  /// Seconds since 1970.
  let now: @Sendable () -> Double

  /// The same, but for a request that may be cancelled while files are read.
  /// - Parameter isCancelled: Whether nobody waits for the answer any more.
  func unless(_ isCancelled: @escaping @Sendable () -> Bool) -> SpecReader {
    var copy = self
    copy.data.isCancelled = isCancelled
    return copy
  }

  /// The same, but for rows that are selected elsewhere.
  func selecting(_ rows: LinkedRows.Choice) -> SpecReader {
    var copy = self
    copy.data = LinkedRows.selecting(rows, in: data)
    return copy
  }

  /// Reads a spec.
  /// - Parameters:
  ///   - json: As its author gave it, patches merged.
  ///   - previous: What is kept of a spec that is changed, where it is not read anew.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func source(
    of json: JSON, buffers: RequestBuffers = RequestBuffers(), keeping previous: HeldData = HeldData()
  ) throws(InvalidValue) -> SpecSource {
    if let chosen = choosingColumns(json, buffers) {
      return try source(of: chosen.json, buffers: buffers, keeping: previous).remarking(chosen.remarks)
    }
    if let typed = TypeChoice(json) {
      return try source(of: typed.json, buffers: buffers, keeping: previous).remarking(typed.remarks)
    }
    if let chosen = try chosen(json, buffers, keeping: previous) { return chosen.source.remarking([chosen.remark]) }
    let (json, remarks) = try choosingKinds(inLayout: json, buffers, keeping: previous)
    let source = try source(of: json, declared: ChartSpec(json: json, kinds: kinds), buffers, keeping: previous)
    return source.remarking(remarks)
  }

  /// A spec that names no kind as one of the likeliest, and what its author is told of that; `nil` where it names one, or nothing
  /// tells.
  private func chosen(
    _ json: JSON, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> (source: SpecSource, remark: String)? {
    guard case .object(let members) = json, members["kind"] == nil else { return nil }
    let candidates = try KindChoice(members).candidates(for: members, of: kinds)
    guard let likeliest = candidates.first else { return nil }
    let read = try source(of: likeliest.json, declared: likeliest.declared, buffers, keeping: previous)
    let best = KindChoice.best(of: candidates.map(\.choice), for: read.spec, ofTable: members["data"] != nil)
    let chosen = candidates.first { $0.choice.kind == best.kind } ?? likeliest
    let source =
      best.kind == likeliest.choice.kind
      ? read : try source(of: chosen.json, declared: chosen.declared, buffers, keeping: previous)
    return (source, best.remark)
  }

  /// A layout that has a kind, and each chart in it, and what is said of those that were chosen.
  private func choosingKinds(
    inLayout json: JSON, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> (json: JSON, remarks: [String]) {
    guard case .object(let members) = json, members["kind"] ?? "layout" == "layout",
      var charts = json["charts"]?.arrayValue, charts.count <= LayoutSpec.maximumCount
    else { return (json, []) }
    var remarks: [String] = []
    var json = json
    if members["kind"] == nil {
      let choice = KindChoice.Choice(kind: "layout", reason: "it has charts")
      (json, remarks) = (KindChoice.spec(members, as: choice.kind), [choice.remark])
    }
    var faults = FaultList()
    for index in charts.indices {
      if let chosen = choosingColumns(charts[index], buffers) {
        charts[index] = chosen.json
        remarks += chosen.remarks.map { "charts[\(index)]: \($0)" }
      }
      if let typed = TypeChoice(charts[index]) {
        charts[index] = typed.json
        remarks += typed.remarks.map { "charts[\(index)]: \($0)" }
      }
      try faults.check(at: .key("charts"), .index(index)) { () throws(InvalidValue) in
        let kept = previous.parts.indices.contains(index) ? previous.parts[index] : HeldData()
        guard let chosen = try chosen(charts[index], buffers, keeping: kept) else { return }
        charts[index] = chosen.source.json
        remarks.append("charts[\(index)]: \(chosen.remark)")
      }
    }
    try faults.check()
    return (json.setting("charts", .array(charts)), remarks)
  }

  private func source(
    of json: JSON, declared: ChartSpec, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> SpecSource {
    // Everything else in the spec is checked before a file is touched.
    var held = try held(of: declared, buffers, keeping: previous)
    for remark in declared.languageRemarks where !held.warnings.contains(remark) { held.warnings.append(remark) }
    do {
      return try SpecSource(json: json, declared: declared, held: held)
    } catch {
      // A fault in what the author didn't write is a fault in the file: say so, since the spec has nothing there.
      guard declared.data != nil, case .key(let key)? = error.path.components.first, json[key] ?? [] == [] else {
        throw error
      }
      throw InvalidValue("\(error.path) read from the file: \(error.reason)", at: .key("data"))
    }
  }
}

extension SpecReader {
  /// What a spec names and does not hold.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func held(
    of spec: ChartSpec, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    if let sourced = spec.sourced, let data = spec.data, spec.common.link != nil {
      return try linkedData(of: sourced, data, buffers, keeping: previous)
    }
    if let sourced = spec.sourced, let facet = spec.common.facet {
      return try facetedData(of: sourced, by: facet, buffers, keeping: previous)
    }
    if let sourced = spec.sourced { return try sourced.heldData(from: self, buffers, keeping: previous) }
    if spec.data != nil { throw InvalidValue("a \(spec.kind) reads no files", at: .key("data")) }
    return HeldData()
  }

  /// A spec that has axes, with the rules of its time zone, and those as they are kept.
  func zoned(
    _ spec: any SourcedSpec, keeping previous: HeldData.Zone?
  ) throws(InvalidValue) -> (plot: CartesianSpec?, zone: HeldData.Zone?) {
    guard var plot = spec as? CartesianSpec else { return (nil, nil) }
    let zone = try zone(of: plot.x, keeping: previous)
    plot.x.timeZoneRules = zone?.rules
    return (plot, zone)
  }

  func zone(of axis: PositionAxisSpec, keeping previous: HeldData.Zone?) throws(InvalidValue) -> HeldData.Zone? {
    guard axis.timeZoneOffset == nil else { return nil }
    // A document may come from where there are other files.
    if let previous, previous.name == axis.timeZone { return previous }
    do {
      let rules = try data.outside.zone(axis.timeZone) { () throws(InvalidValue) in
        try timeZones.rules(of: axis.timeZone)
      }
      return HeldData.Zone(name: axis.timeZone, rules: rules)
    } catch {
      // A replay knows no more than what was said, so the name is looked at again.
      throw InvalidValue(
        error.reason, at: JSONPath([.key("x"), .key("timeZone")]), suggestion: error.suggestion,
        kind: TimeZoneFiles.isName(axis.timeZone) ? .other : .mismatch)
    }
  }
}

extension ChartSpec {
  /// What is to be told of languages that nobody knows.
  fileprivate var languageRemarks: [String] {
    let plot = content as? CartesianSpec
    let axes = [("x.", plot?.x.format), ("y.", plot?.y.format), ("right.", plot?.right.format)]
    let own = ([("", common.format)] + axes).compactMap { place, format in
      format.flatMap { DateNames.remark(on: $0.locale) }.map { place + $0 }
    }
    return own + ((content as? any CompositeSpec)?.parts.flatMap(\.languageRemarks) ?? [])
  }
}

extension ColumnPlace {
  /// Whether it is read from the file that `data` names.
  var isInFile: Bool { if case .buffer = self { false } else { true } }
}
