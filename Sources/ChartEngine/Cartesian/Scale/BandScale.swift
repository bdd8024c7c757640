/// Places for categories: slots of equal width, and in the middle of each the place of its value.
///
/// An axis is `count − 1 + spaceMin + spaceMax` slots long: half a slot on both sides shows all slots whole (R0: the slot
/// width is the length divided by the count), 0 puts the first and the last value on the edges (R1), so that a first bar
/// is cut by the axis (A3). Or the distance of the values is given (R3), and the content may be longer than the axis.
struct BandScale: Scale {
  let count: Int
  let range: PixelRange
  /// In slots.
  let spaceMin: Double
  let spaceMax: Double
  /// The width of a slot in px; negative if the range is reversed, 0 if there are no slots.
  let step: Double

  /// Slots that fill the range.
  init(count: Int, _ range: PixelRange, spaceMin: Double = 0.5, spaceMax: Double = 0.5) {
    self.init(count: count, range, spaceMin: spaceMin, spaceMax: spaceMax, step: nil)
  }

  /// Slots of a given width in px, laid out from the start of the range towards its end.
  init(count: Int, _ range: PixelRange, step: Double, spaceMin: Double = 0, spaceMax: Double = 0) {
    let width = step.isFinite ? min(abs(step), PixelRange.farthest) : 0
    self.init(
      count: count, range, spaceMin: spaceMin, spaceMax: spaceMax, step: range.length < 0 ? -width : width)
  }

  private init(count: Int, _ range: PixelRange, spaceMin: Double, spaceMax: Double, step: Double?) {
    func space(_ given: Double) -> Double { given.isFinite ? min(max(given, 0), 1e6) : 0.5 }
    // A double must be able to count them.
    let count = min(max(0, count), 1 << 50)
    self.count = count
    self.range = range
    let slots = Double(max(0, count - 1)) + space(spaceMin) + space(spaceMax)
    guard count > 0, step == nil, slots <= 0 else {
      (self.spaceMin, self.spaceMax) = (space(spaceMin), space(spaceMax))
      self.step = count > 0 ? step ?? range.length / slots : 0
      return
    }
    // One value on both edges at once stands in the middle.
    (self.spaceMin, self.spaceMax, self.step) = (0.5, 0.5, range.length)
  }

  /// The length of all slots with the space at both ends, in px; the range's unless the step was given.
  var contentLength: Double {
    count == 0 ? 0 : abs(step) * (Double(count - 1) + spaceMin + spaceMax)
  }

  var affine: AffineMap? {
    guard count > 0 else { return nil }
    return AffineMap(Domain(0, 1), PixelRange(range.start + step * spaceMin, range.start + step * (spaceMin + 1)))
  }

  /// Where the middle of a slot is, in px. The number may lie between two, and outside all.
  func position(of index: Double) -> Double? {
    guard count > 0, index.isFinite else { return nil }
    let position = range.start + step * (spaceMin + index)
    return min(max(position, -PixelRange.farthest), PixelRange.farthest)
  }

  /// The number of the slot at a position, with its fraction; 0 is the middle of the first.
  func value(at position: Double) -> Double {
    guard step != 0, position.isFinite else { return 0 }
    return ((position - range.start) / step - spaceMin).madeFinite
  }

  /// The slot that owns a position, the boundary belonging to the slot that starts there; `nil` outside all.
  func index(at position: Double) -> Int? {
    guard step != 0, position.isFinite else { return nil }
    let estimate = (value(at: position) + 0.5).rounded(.down)
    guard estimate >= -1, estimate <= Double(count) else { return nil }
    // What is hit is what is drawn: the division may round to the wrong side of a boundary.
    let slot = Int(estimate)
    let way = step < 0 ? -1.0 : 1.0
    return [slot - 1, slot, slot + 1].last { index in
      index >= 0 && index < count && (position - start(of: index)) * way >= 0
        && (position - start(of: index + 1)) * way < 0
    }
  }

  /// The slot whose middle is nearest to a position; `nil` if there are none, or the position is no number.
  func nearestIndex(to position: Double) -> Int? {
    guard count > 0, !position.isNaN else { return nil }
    let limited = min(max(position, -PixelRange.farthest), PixelRange.farthest)
    return Int(min(max((value(at: limited) + 0.5).rounded(.down), 0), Double(count - 1)))
  }

  /// Where a slot begins and ends, in px; `nil` if there is no such slot.
  func slot(_ index: Int) -> PixelRange? {
    guard index >= 0, index < count else { return nil }
    return PixelRange(start(of: index), start(of: index + 1))
  }

  private func start(of index: Int) -> Double { range.start + step * (spaceMin + Double(index) - 0.5) }
}
