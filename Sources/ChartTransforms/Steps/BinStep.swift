import ChartEngine
import ChartModel
import JSONModel

extension BinSpec {
  func apply(to frame: Frame, _ run: TransformRun) throws(InvalidValue) -> Frame {
    // What holds nothing may as well be moments.
    let source = try frame.column(column, at: .key("column"))
    guard !source.isNothing else { return frame.setting(name ?? column, source) }
    let (values, areMoments) = try frame.numbers(column, orMoments: true, at: .key("column"))
    try run.claim(rows: values.count)
    if areMoments, width != nil {
      throw InvalidValue("'\(column.excerpt)' holds moments: give a `unit`", at: .key("width"))
    }
    if !areMoments, unit != nil {
      throw InvalidValue("'\(column.excerpt)' holds no moments, but numbers", at: .key("unit"))
    }
    let find = try bins(values, areMoments, run)
    var bins: [Double] = []
    bins.reserveCapacity(values.count)
    // Rows that follow one another mostly lie in one bin.
    var last = (start: Double.nan, end: Double.nan)
    for row in 0..<values.count {
      try run.check(row)
      let value = values[row]
      if !(value >= last.start && value < last.end) { last = find(value) }
      switch place {
      case .start: bins.append(last.start)
      case .middle: bins.append(last.start / 2 + last.end / 2)
      case .end: bins.append(last.end)
      }
    }
    let binned = GrowingArray(bins)
    return frame.setting(name ?? column, areMoments ? .moments(binned) : .numbers(binned))
  }

  private func bins(
    _ values: GrowingArray<Double>, _ areMoments: Bool, _ run: TransformRun
  ) throws(InvalidValue) -> (Double) -> (start: Double, end: Double) {
    if let width {
      let bins = NumberBins(width: width)
      return { bins.bin(of: $0) }
    }
    let nothing = (start: Double.nan, end: Double.nan)
    if let unit {
      let bins = CalendarBins(unit: unit, step: step ?? 1, zone: run.zone)
      return { bins.bin(of: $0) ?? nothing }
    }
    var present = values.filter(\.isFinite)
    guard let least = present.min(), let greatest = present.max() else { return { _ in nothing } }
    if areMoments {
      let bins = CalendarBins(covering: least...greatest, count: count ?? 30, zone: run.zone)
      return { bins.bin(of: $0) ?? nothing }
    }
    if let count {
      let bins = NumberBins(
        covering: least...greatest, count: count, areWhole: present.allSatisfy { $0.rounded() == $0 })
      return { bins.bin(of: $0) }
    }
    try run.check()
    let bins = NumberBins(fitting: &present)
    return { bins.bin(of: $0) }
  }
}
