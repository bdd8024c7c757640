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

  /// - Parameters:
  ///   - channel: Made ready to be drawn.
  ///   - standard: Of entries without a value.
  init(_ channel: ColorChannelSpec?, standard: Color, palette: [Color], on surface: Surface) {
    (self.standard, self.palette, self.surface) = (standard, palette, surface)
    ramp = channel.flatMap { ColorRamp($0, on: surface) }
    names = channel?.names ?? []
    if case .numbers(let numbers)? = channel?.values { values = numbers } else { values = [] }
  }

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

  func color(of index: Int) -> Color { ownColor(of: index) ?? standard }

  /// The colour that an entry's own value stands for; `nil` where it has none.
  func ownColor(of index: Int) -> Color? {
    guard let value = value(of: index) else { return nil }
    guard names.isEmpty else {
      guard let place = Int(exactly: value), names.indices.contains(place) else { return nil }
      return Palette.color(at: place, in: palette, on: surface)
    }
    return ramp?.color(of: value)
  }

  // MARK: - A few colours for very many entries

  /// Enough that nobody sees a step from one to the next.
  private static let levelCount = 128

  /// The colours that ``withLevels(_:)`` numbers.
  var levels: [Color] {
    guard names.isEmpty else {
      return (0..<min(names.count, EntryColors.levelCount)).map { Palette.color(at: $0, in: palette, on: surface) }
    }
    let last = Double(EntryColors.levelCount - 1)
    return (0..<EntryColors.levelCount).map { ramp?.color(at: Double($0) / last) ?? standard }
  }

  /// Gives a function that says which of a few colours an entry has, `nil` for none: for loops through very many entries.
  func withLevels<Result>(_ body: ((_ index: Int) -> UInt8?) -> Result) -> Result {
    let (isNamed, steps) = (!names.isEmpty, ramp?.steps(EntryColors.levelCount))
    return values.withUnsafeBufferPointer { values in
      body { index in
        guard values.indices.contains(index), values[index].isFinite else { return nil }
        if isNamed { return UInt8(clamping: Int(saturating: values[index]) % EntryColors.levelCount) }
        return steps?.step(of: values[index]).map { UInt8(clamping: $0) }
      }
    }
  }
}
