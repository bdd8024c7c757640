import ChartModel
import JSONModel

/// The moments that slots stand for which are side by side although they are not equally far apart, as days of trade are: ticks
/// are where a time axis would have them, at the first slot of a month, week or day, and are written as there.
struct SlotMoments: Sendable {
  /// Rising.
  private let moments: [Double]
  private let zone: TimeZoneRules

  /// - Parameter names: As ``PlotDataReader`` writes moments.
  /// - Returns: `nil` where some are no moments, or they don't rise.
  init?(_ names: [String], in zone: TimeZoneRules) {
    let moments = names.compactMap { try? TimeText.milliseconds($0, in: zone) }
    guard names.count > 1, moments.count == names.count, zip(moments, moments.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      return nil
    }
    (self.moments, self.zone) = (moments, zone)
  }

  /// The slots that get a label, with these; none where no tick is among those in view.
  /// - Parameters:
  ///   - slots: Those in view.
  ///   - count: How many there are at most.
  func ticks(among slots: ClosedRange<Int>, maxCount count: Int, _ names: DateNames) -> [Tick] {
    let slots = slots.clamped(to: 0...moments.count - 1)
    let domain = Domain(moments[slots.lowerBound], moments[slots.upperBound])
    guard slots.count > 1 else { return label(Array(slots), names, areDays: false) }
    let ticks = TimeTicks(domain, in: zone, maxCount: count, grain: grain(of: slots))
    var places: [(slot: Int, label: String)] = []
    for tick in ticks.ticks(names) {
      // The first slot of what begins at the tick.
      let slot = firstSlot(notBefore: tick.value)
      guard slots.contains(slot), slot > places.last?.slot ?? -1 else { continue }
      places.append((slot, tick.label))
    }
    switch ticks.detail {
    case .month, .year: return places.map { Tick(Double($0.slot), $0.label) }
    case .day: return label(places.map(\.slot), names, areDays: true)
    case .fraction, .second, .minute: return label(places.map(\.slot), names, areDays: false)
    }
  }

  /// Slots with their own moments or days: at a tick itself there may be none.
  private func label(_ slots: [Int], _ names: DateNames, areDays: Bool) -> [Tick] {
    let values = slots.map { slot in
      // Among times of day the first one of a day is labelled as that.
      let isFirst = slot == 0 || day(of: slot - 1) != day(of: slot)
      return areDays || isFirst ? day(of: slot) : moments[slot]
    }
    let ticks = TimeTicks(explicit: values, in: Domain(values.first ?? 0, values.last ?? 1), zone: zone).ticks(names)
    return zip(slots, ticks).map { Tick(Double($0), $1.label) }
  }

  /// No tick is finer than days where all slots in view are whole ones.
  private func grain(of slots: ClosedRange<Int>) -> Double {
    slots.allSatisfy { TimeTicks.startsDay(moments[$0], in: zone) } ? TimeStep.days(1).duration : 0
  }

  /// The beginning of a slot's day.
  private func day(of slot: Int) -> Double {
    guard let second = TimeZoneRules.second(of: moments[slot]) else { return moments[slot] }
    return Double(zone.start(of: zone.civil(at: second).date)) * 1000
  }

  private func firstSlot(notBefore moment: Double) -> Int { moments.partitioningIndex { !($0 < moment) } }
}
