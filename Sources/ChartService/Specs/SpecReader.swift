import ChartData
import ChartModel
import JSONModel

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

  /// Reads a spec.
  /// - Parameters:
  ///   - json: As its author gave it, patches merged.
  ///   - previous: What is kept of a spec that is changed, where it is not read anew.
  /// - Throws: ``InvalidValue`` with the path inside the spec.
  func source(
    of json: JSON, buffers: RequestBuffers = RequestBuffers(), keeping previous: HeldData = HeldData()
  ) throws(InvalidValue) -> SpecSource {
    // Everything else in the spec is checked before a file is touched.
    let declared = try ChartSpec(json: json, kinds: kinds)
    guard let sourced = declared.sourced else {
      if declared.data != nil { throw InvalidValue("a \(declared.kind) reads no files", at: .key("data")) }
      return try SpecSource(json: json, declared: declared, held: HeldData())
    }
    let held = try sourced.heldData(from: self, buffers, keeping: previous)
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

extension ColumnPlace {
  /// Whether it is read from the file that `data` names.
  var isInFile: Bool { if case .buffer = self { false } else { true } }
}
