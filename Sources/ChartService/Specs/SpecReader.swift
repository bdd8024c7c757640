import ChartData
import ChartEngine
import ChartModel
import JSONModel

/// Turns specs as their authors give them into specs with all their data: files, the request's buffers, time zones, and
/// what day it is.
struct SpecReader: Sendable {
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

  /// Reads a spec.
  /// - Parameters:
  ///   - json: As its author gave it, patches merged.
  ///   - previous: What is kept of a spec that is changed, where it is not read anew.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func source(
    of json: JSON, buffers: RequestBuffers = RequestBuffers(), keeping previous: HeldData = HeldData()
  ) throws(InvalidValue) -> SpecSource {
    // Everything else in the spec is checked before a file is touched.
    let declared = try ChartSpec(json: json)
    switch declared {
    case .pie(let pie): return try source(json, declared, pie)
    case .cartesian(let plot):
      let held = try held(for: plot, buffers, keeping: previous)
      return try SpecSource(json: json, declared: declared, held: held)
    }
  }

  // MARK: - Pies

  private func source(_ json: JSON, _ declared: ChartSpec, _ pie: PieSpec) throws(InvalidValue) -> SpecSource {
    var held = HeldData()
    guard let data = pie.data else { return try SpecSource(json: json, declared: declared, held: held) }
    do {
      let slices = try SliceReader(data).read(from: self.data)
      (held.slices, held.warnings) = (slices.json, slices.warnings)
    } catch {
      throw error.prefixed(by: .key("data"))
    }
    do {
      return try SpecSource(json: json, declared: declared, held: held)
    } catch {
      // A fault in a slice is a fault in the file: say so, since the spec has no slices.
      guard error.path.components.first == .key("slices") else { throw error }
      throw InvalidValue("\(error.path) read from the file: \(error.reason)", at: .key("data"))
    }
  }

  // MARK: - Plots

  private func held(
    for plot: CartesianSpec, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    var held = HeldData()
    held.columns = try buffers.columns(of: plot)
    held.zone = try zone(of: plot.x, keeping: previous.zone)
    if let days = plot.x.lastDays, days.before == nil {
      var axis = plot.x
      axis.timeZoneRules = held.zone?.rules
      held.today = axis.date(at: data.outside.now(now) * 1000)
    }
    guard let data = plot.data else { return held }
    if previous.hasGrown {
      // What was added is in no file.
      for (place, column) in previous.columns where place.isInFile { held.columns[place] = column }
      (held.hasGrown, held.warnings) = (true, previous.warnings)
    } else {
      let read = try ColumnReader(plot, data).read(from: self.data)
      held.columns.merge(read.columns) { $1 }
      held.warnings = read.warnings
    }
    return held
  }

  private func zone(of axis: PositionAxisSpec, keeping previous: HeldData.Zone?) throws(InvalidValue) -> HeldData.Zone?
  {
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

extension ColumnPlace {
  /// Whether it is read from the file that `data` names.
  var isInFile: Bool { if case .buffer = self { false } else { true } }
}
