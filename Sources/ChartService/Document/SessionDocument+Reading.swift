import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

/// A chart out of a document, before it is put into a session.
struct ImportedChart: Sendable {
  var chart: Chart
  var source: SpecSource
  var revision: Int
  var history: History
}

extension SessionDocument {
  /// The charts with everything in them checked: what comes out can be put into a session.
  /// - Throws: ``InvalidValue`` with the path inside the document.
  func read(limits: ServiceLimits) throws(InvalidValue) -> OrderedDictionary<String, ImportedChart> {
    let sources = try readSources()
    var imported: OrderedDictionary<String, ImportedChart> = [:]
    for (index, item) in charts.enumerated() {
      let place: [JSONPath.Component] = [.key("charts"), .index(index)]
      guard imported[item.chart] == nil else {
        throw InvalidValue("there are two charts '\(item.chart)'", at: JSONPath(place + [.key("chart")]))
      }
      let moment = try read(item.spec, item.state, sources, at: place)
      var chart = Chart(
        id: item.chart, spec: moment.source.spec, size: item.size, theme: item.theme)
      chart.state = moment.state
      imported[item.chart] = ImportedChart(
        chart: chart, source: moment.source, revision: item.revision,
        history: History(
          undoable: try read(item.undo.suffix(limits.steps), sources, at: place + [.key("undo")]),
          redoable: try read(item.redo.suffix(limits.steps), sources, at: place + [.key("redo")])))
    }
    return imported
  }

  private func readSources() throws(InvalidValue) -> [SpecSource] {
    var sources: [SpecSource] = []
    for (index, item) in specs.enumerated() {
      do throws(InvalidValue) {
        let source = try SpecSource(json: item.spec, slices: item.slices, warnings: item.warnings)
        // Files are not read here: a document must give the same pictures anywhere.
        guard item.slices != nil || source.spec.data == nil else {
          throw InvalidValue("is required, since the spec reads its data from a file", at: .key("slices"))
        }
        sources.append(source)
      } catch {
        let isInside = error.path.components.first == .key("slices") && (item.slices != nil || item.spec["data"] != nil)
        let fault = isInside ? error : error.prefixed(by: .key("spec"))
        throw fault.prefixed(by: .index(index)).prefixed(by: .key("specs"))
      }
    }
    return sources
  }

  private func read(
    _ steps: ArraySlice<StepItem>, _ sources: [SpecSource], at place: [JSONPath.Component]
  ) throws(InvalidValue) -> [Step] {
    var read: [Step] = []
    for index in steps.indices {
      let step = steps[index]
      let moment = try self.read(step.spec, step.state, sources, at: place + [.index(index)])
      read.append(.init(method: step.method, params: step.params, moment: moment))
    }
    return read
  }

  private func read(
    _ spec: Int, _ state: ChartState, _ sources: [SpecSource], at place: [JSONPath.Component]
  ) throws(InvalidValue) -> Moment {
    guard sources.indices.contains(spec) else {
      throw InvalidValue(
        "there is no spec \(spec), only \(sources.count) of them", at: JSONPath(place + [.key("spec")]))
    }
    do throws(InvalidValue) {
      try sources[spec].spec.check(state.view)
    } catch {
      throw InvalidValue(error.reason, at: JSONPath(place + [.key("state")] + error.path.components))
    }
    return Moment(source: sources[spec], state: state)
  }
}

extension ChartSpec {
  /// Checks that what a state points to is there.
  /// - Throws: ``InvalidValue`` with the path inside the state.
  func check(_ view: ChartState.View) throws(InvalidValue) {
    for (place, index) in view.hidden.enumerated() where !legendLabels.indices.contains(index) {
      throw InvalidValue("the legend has no entry \(index)", at: JSONPath([.key("hidden"), .index(place)]))
    }
    guard let selection = view.selection else { return }
    do throws(InvalidValue) {
      switch self {
      case .pie: _ = try path(of: MarkAddress(path: selection))
      case .cartesian(let plot): try plot.check(selection: selection)
      }
    } catch {
      throw InvalidValue(error.reason, at: JSONPath([.key("selection")] + error.path.components.dropFirst()))
    }
  }
}

extension CartesianSpec {
  /// Checks that series and index of a selection are there.
  fileprivate func check(selection: [Int]) throws(InvalidValue) {
    guard selection.count == 2 else { throw InvalidValue("expected the indices of a series and of an entry in it") }
    do {
      _ = try path(of: MarkAddress(index: .at(selection[1]), series: selection[0]))
    } catch {
      let place = error.path.components.first == .key("series") ? 0 : 1
      throw InvalidValue(error.reason, at: JSONPath([.key("selection"), .index(place)]))
    }
  }
}
