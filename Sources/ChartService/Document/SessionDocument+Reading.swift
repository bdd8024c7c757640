import ChartData
import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

/// A chart out of a document, before it is put into a session.
struct ImportedChart: Sendable {
  var moment: Moment
  var revision: Int
  var history: History
}

/// The charts of a document, and the specs that they and their steps share.
struct ImportedSession: Sendable {
  var charts: OrderedDictionary<String, ImportedChart>
  /// In the document's order.
  var sources: [SpecSource]
}

extension SessionDocument {
  /// The charts with everything in them checked: what comes out can be put into a session.
  /// - Parameter isCancelled: Whether the charts are no longer wanted.
  /// - Throws: ``InvalidValue`` with the path inside the document, or if the charts are no longer wanted.
  func read(
    limits: ServiceLimits, kinds: ChartKinds, unless isCancelled: () -> Bool
  ) throws(InvalidValue) -> ImportedSession {
    let specs = try readSources(kinds, unless: isCancelled)
    var imported: OrderedDictionary<String, ImportedChart> = [:]
    for (index, item) in charts.enumerated() {
      let place: [JSONPath.Component] = [.key("charts"), .index(index)]
      if isCancelled() { throw InvalidValue("is no longer wanted", at: JSONPath(place)) }
      guard imported[item.chart] == nil else {
        throw InvalidValue("there are two charts '\(item.chart.excerpt)'", at: JSONPath(place + [.key("chart")]))
      }
      let moment = try read(item.spec, item.state, of: item, specs, at: place)
      imported[item.chart] = ImportedChart(
        moment: moment, revision: item.revision,
        history: History(
          undoable: try read(
            item.undo.suffix(limits.steps), upTo: moment, of: item, specs, at: place + [.key("undo")]),
          redoable: try read(
            item.redo.suffix(limits.steps), upTo: moment, of: item, specs, at: place + [.key("redo")])))
    }
    return ImportedSession(charts: imported, sources: specs)
  }

  private func readSources(
    _ kinds: ChartKinds, unless isCancelled: () -> Bool
  ) throws(InvalidValue) -> [SpecSource] {
    var sources: [SpecSource] = []
    for (index, item) in specs.enumerated() {
      do throws(InvalidValue) {
        if isCancelled() { throw InvalidValue("is no longer wanted") }
        sources.append(try item.source(kinds, among: columns))
      } catch {
        throw error.prefixed(by: .index(index)).prefixed(by: .key("specs"))
      }
    }
    return sources
  }

  /// - Parameter current: The moment from which the last of the steps leads.
  private func read(
    _ steps: ArraySlice<StepItem>, upTo current: Moment, of item: ChartItem, _ specs: [SpecSource],
    at place: [JSONPath.Component]
  ) throws(InvalidValue) -> [Step] {
    var moments: [Moment] = []
    for index in steps.indices {
      let step = steps[index]
      moments.append(try read(step.spec, step.state, of: item, specs, at: place + [.index(index)]))
    }
    return zip(zip(steps, moments), moments.dropFirst() + [current]).map { step, next in
      Step(
        Request(step.0.method, step.0.params), moment: step.1,
        sourceByteCount: step.1.source.byteCount(beside: next.source))
    }
  }

  private func read(
    _ spec: Int, _ state: ChartState, of item: ChartItem, _ specs: [SpecSource], at place: [JSONPath.Component]
  ) throws(InvalidValue) -> Moment {
    guard specs.indices.contains(spec) else {
      throw InvalidValue(
        "there is no spec \(spec), only \(specs.count) of them", at: JSONPath(place + [.key("spec")]))
    }
    do throws(InvalidValue) {
      try specs[spec].spec.check(state.view)
    } catch {
      throw InvalidValue(error.reason, at: JSONPath(place + [.key("state")] + error.path.components))
    }
    return Moment(source: specs[spec], id: item.chart, size: item.size, theme: item.theme, state: state)
  }
}

extension SessionDocument.Source {
  /// The keys of what stands beside a spec.
  private static let dataKeys: [JSONPath.Component?] = [
    .key("slices"), .key("columns"), .key("timeZoneRules"), .key("today"), .key("parts"),
  ]

  /// The spec.
  /// - Parameter columns: Those that ``columns`` are places of.
  /// - Throws: ``InvalidValue`` with the path inside the source.
  func source(_ kinds: ChartKinds, among columns: [HeldColumn]) throws(InvalidValue) -> SpecSource {
    do throws(InvalidValue) {
      let declared = try ChartSpec(json: spec, kinds: kinds)
      var held = try held(among: columns)
      try declared.complete(&held, from: stored)
      return try SpecSource(json: spec, declared: declared, held: held)
    } catch {
      // What the spec's data lack is said of them.
      let isBeside =
        Self.dataKeys.contains(error.path.components.first) && (slices != nil || spec["slices"] == nil)
      throw isBeside ? error : error.prefixed(by: .key("spec"))
    }
  }

  private var stored: StoredData {
    StoredData(timeZoneRules: timeZoneRules, today: today, parts: parts.map(\.stored))
  }

  /// What belongs to the spec but is not in it.
  ///
  /// Files are not read here: a document must give the same pictures anywhere.
  /// - Throws: ``InvalidValue`` with the path inside the source.
  private func held(among columns: [HeldColumn]) throws(InvalidValue) -> HeldData {
    var held = HeldData()
    (held.slices, held.hasGrown, held.warnings) = (slices, hasGrown, warnings)
    for (name, index) in self.columns {
      let path = JSONPath([.key("columns"), .key(name)])
      guard let place = ColumnPlace(name) else {
        throw InvalidValue("is no place of a column, such as x.values or buffer[0]", at: path)
      }
      guard columns.indices.contains(index) else {
        throw InvalidValue("there is no column \(index), only \(columns.count) of them", at: path)
      }
      held.columns[place] = columns[index]
    }
    for (index, part) in parts.enumerated() {
      do throws(InvalidValue) {
        held.parts.append(try part.held(among: columns))
      } catch {
        throw error.prefixed(by: .index(index)).prefixed(by: .key("parts"))
      }
    }
    return held
  }
}
