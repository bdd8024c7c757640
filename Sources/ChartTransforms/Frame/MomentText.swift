package import ChartEngine
import JSONModel

/// Moments as names: dates where days begin, with times elsewhere.
package enum MomentText {
  package static func text(of milliseconds: Double, in zone: TimeZoneRules) -> String {
    guard let second = TimeZoneRules.second(of: milliseconds) else { return "" }
    let startsDay = zone.civil(at: second).secondOfDay == 0 && milliseconds == Double(second) * 1000
    return (startsDay ? day : moment)?.format(milliseconds, in: zone) ?? ""
  }

  private static let day = try? TimePattern("yyyy-MM-dd")
  private static let moment = try? TimePattern("yyyy-MM-dd'T'HH:mm:ss")
}

extension JSON {
  /// A number without `.0` where it is whole: 2017.
  package var wholeText: String { integerValue.map(String.init) ?? text }
}
