import ChartEngine
import ChartModel
import JSONModel

/// What a document keeps of the world outside for a spec, so that it gives the same pictures anywhere.
struct StoredData: Sendable {
  /// The bytes of the TZif file of the zone that the spec names.
  var timeZoneRules: [UInt8]?
  /// The day on which the spec was read.
  var today: String?
  /// The same of the charts that the chart is made of.
  var parts: [StoredData] = []

  static func missing(_ key: String) -> InvalidValue {
    InvalidValue("is required, since the spec reads its data from a file", at: .key(key))
  }

  func zone(of axis: PositionAxisSpec) throws(InvalidValue) -> HeldData.Zone? {
    guard axis.timeZoneOffset == nil else { return nil }
    guard let rules = timeZoneRules else {
      throw InvalidValue("is required, since the spec names a time zone", at: .key("timeZoneRules"))
    }
    guard PositionAxisSpec.isTimeZone(rules) else {
      throw InvalidValue("holds no rules of a time zone", at: .key("timeZoneRules"))
    }
    return HeldData.Zone(name: axis.timeZone, rules: rules)
  }

  func today(of axis: PositionAxisSpec) throws(InvalidValue) -> String? {
    guard let days = axis.lastDays, days.before == nil else { return nil }
    guard let today, axis.milliseconds(of: today) != nil else {
      throw InvalidValue("is required, since the spec shows the last days before it: 2026-08-21", at: .key("today"))
    }
    return today
  }
}

extension ChartSpec {
  /// Checks that what a state points to is there.
  /// - Throws: ``InvalidValue`` with the path inside the state.
  func check(_ view: ChartState.View) throws(InvalidValue) {
    for (place, index) in view.hidden.enumerated() where !content.legendLabels.indices.contains(index) {
      throw InvalidValue("the legend has no entry \(index)", at: JSONPath([.key("hidden"), .index(place)]))
    }
    for (path, key) in [(view.selection, "selection"), (view.root, "root")] {
      guard let path else { continue }
      do throws(InvalidValue) {
        try content.check(selection: path)
      } catch {
        throw InvalidValue(error.reason, at: JSONPath([.key(key)] + error.path.components))
      }
    }
    for (index, child) in view.children.enumerated() {
      guard let parts = (content as? any CompositeSpec)?.parts, parts.indices.contains(index) else {
        throw InvalidValue("the chart has no such part", at: JSONPath([.key("charts"), .index(index)]))
      }
      do throws(InvalidValue) {
        try parts[index].check(child)
      } catch {
        throw error.prefixed(by: .index(index)).prefixed(by: .key("charts"))
      }
    }
  }
}
