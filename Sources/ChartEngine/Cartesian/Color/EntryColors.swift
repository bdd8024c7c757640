import ChartModel
import JSONModel

/// Which colour entries have: one of a scale by value, one of the palette by name, or their series'.
struct EntryColors: Sendable {
  private let standard: Color
  private let values: GrowingArray<Double>
  private let names: [String]
  private let palette: [Color]
  private let surface: Surface
  private let ramp: ColorRamp?
  /// Which numbers are shown; those of other entries pale. `nil` for all.
  private let shown: ClosedRange<Double>?

  /// - Parameters:
  ///   - channel: Made ready to be drawn.
  ///   - standard: Of entries without a value.
  ///   - shown: Which numbers are brushed; `nil` where all are shown.
  init(
    _ channel: ColorChannelSpec?, standard: Color, palette: [Color], on surface: Surface,
    shown: ClosedRange<Double>? = nil
  ) {
    (self.standard, self.palette, self.surface) = (standard, palette, surface)
    self.shown = channel?.names.isEmpty == true ? shown : nil
    ramp = channel.flatMap { ColorRamp($0, on: surface) }
    names = channel?.names ?? []
    if case .numbers(let numbers)? = channel?.values { values = numbers } else { values = [] }
  }

  /// Whether values decide, rather than that all have one colour.
  var areByValue: Bool { !values.isEmpty }

  /// The value that an entry has its colour by; `nil` if it has none.
  func value(of index: Int) -> Double? {
    guard values.indices.contains(index), values[index].isFinite else { return nil }
    return values[index]
  }

  /// The name that an entry has its colour by; `nil` if that is a number.
  func name(of index: Int) -> String? {
    guard let value = value(of: index), let place = Int(exactly: value), names.indices.contains(place) else {
      return nil
    }
    return names[place]
  }

  /// Whether an entry is among those that are brushed, or none are.
  func isShown(_ index: Int) -> Bool {
    guard let shown else { return true }
    return value(of: index).map(shown.contains) ?? false
  }

  func color(of index: Int) -> Color { ownColor(of: index) ?? (isShown(index) ? standard : pale(standard)) }

  /// A colour nearly as what it lies on.
  private func pale(_ color: Color) -> Color { color.mixed(with: surface.color, share: 0.8) }

  /// The colour that an entry's own value stands for; `nil` where it has none.
  func ownColor(of index: Int) -> Color? {
    guard let value = value(of: index) else { return nil }
    guard names.isEmpty else {
      guard let place = Int(exactly: value), names.indices.contains(place) else { return nil }
      return Palette.color(at: place, in: palette, on: surface)
    }
    return ramp?.color(of: value).map { isShown(index) ? $0 : pale($0) }
  }

  // MARK: - A few colours for very many entries

  /// Enough that nobody sees a step from one to the next.
  private static let levelCount = 128

  /// How many names have levels of their own: those behind them have the same colours again.
  private var namedLevelCount: Int {
    let (most, period) = (Int(UInt8.max) - 1, Palette.period(of: palette))
    return period <= most ? most / period * period : most
  }

  /// The colours that ``withLevels(_:)`` numbers.
  var levels: [Color] {
    guard names.isEmpty else {
      return (0..<min(names.count, namedLevelCount)).map { Palette.color(at: $0, in: palette, on: surface) }
    }
    let last = Double(EntryColors.levelCount - 1)
    let colors = (0..<EntryColors.levelCount).map { ramp?.color(at: Double($0) / last) ?? standard }
    // Half as many are enough for what pales.
    return shown == nil ? colors : colors + stride(from: 0, to: colors.count, by: 2).map { pale(colors[$0]) }
  }

  /// Gives a function that says which of a few colours an entry has, `nil` for none: for loops through very many entries.
  func withLevels<Result>(_ body: ((_ index: Int) -> UInt8?) -> Result) -> Result {
    let (isNamed, namedCount) = (!names.isEmpty, namedLevelCount)
    let (steps, shown) = (ramp?.steps(EntryColors.levelCount), shown)
    return values.withUnsafeBufferPointer { values in
      body { index in
        guard values.indices.contains(index), values[index].isFinite else { return nil }
        if isNamed { return UInt8(clamping: Int(saturating: values[index]) % namedCount) }
        guard let step = steps?.step(of: values[index]) else { return nil }
        let isShown = shown?.contains(values[index]) ?? true
        return UInt8(clamping: isShown ? step : EntryColors.levelCount + step / 2)
      }
    }
  }
}
