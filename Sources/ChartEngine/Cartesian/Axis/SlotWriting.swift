import ChartModel
import JSONModel

/// How the names of slots are written, so that each of them can be read (W4): level, in two lines, turned, and only then
/// shortened, all to the same length.
struct SlotWriting: Hashable, Sendable {
  /// Degrees clockwise.
  var rotation = 0.0
  var isWrapped = false
  /// How wide a line may be, in px; longer ones are shortened.
  var maximumWidth = Double.infinity
  /// Every how many-th name is written: fewer than all only where not even turned ones have room.
  var step = 1
  /// Which part of names is kept that have to be shortened: one by which they can be told apart.
  var kept = Font.KeptPart.start

  static let level = SlotWriting()

  /// Level in a horizontal chart, where names stand beside the axis.
  static let besideAxis = SlotWriting(rotation: -90)

  /// The room there is for names.
  struct Room {
    /// The distance of two slots, in px.
    var slot: Double
    /// From the first tick, and from the last, to where no name may reach beyond, in px.
    var before: Double
    var after: Double
    /// How far from the axis names may reach, in px.
    var height: Double
    /// Whether the names stand above the axis.
    var isTop: Bool
    /// Whether the first slot is the last one along the axis.
    var isReversed = false
    /// Whether there are more slots than are seen, so that any may be the first.
    var scrolls: Bool
    /// How far names are turned at least, in degrees.
    var leastTurn = 0.0
  }
}

extension SlotLabels {
  /// Between two names beside one another, in px.
  private static let gap = 6.0
  /// The same where there are two lines, of which seldom both are as wide, in px.
  private static let lineGap = 4.0
  /// Turned names are no longer than that, in px.
  private static let longestTurned = 400.0

  /// The first of all ways to write names that leaves all of them whole; else the one that leaves most of each.
  /// - Complexity: O(*n*) in the number of names.
  func writing(in room: SlotWriting.Room, font: Font) -> SlotWriting {
    guard labels.count > 0, room.slot > 0, room.slot.isFinite else { return .level }
    let last = labels.count - 1
    /// Which name is so far along the axis.
    func index(_ place: Int) -> Int { room.isReversed ? last - place : place }
    func width(_ place: Int) -> Double { self.width(of: index(place)) * font.size }
    let mayBeLevel = room.leastTurn == 0
    if mayBeLevel, !haveBreaks, areClear(width, gap: SlotLabels.gap, in: room) { return .level }
    let line = room.slot - SlotLabels.lineGap
    let wrapped = SlotWriting(isWrapped: true, maximumWidth: line)
    if mayBeLevel, areMeasured {
      let names = labels.map { NameLines($0, wrapped, font: font) }
      if names.allSatisfy({ !$0.isShortened }),
        areClear({ names[index($0)].width(font) }, gap: SlotLabels.lineGap, in: room)
      {
        return wrapped
      }
    }
    // Turned text needs its height along the axis, or more where it is slanted.
    let height = font.ascent + font.descent
    let half = 0.5.squareRoot()
    func slanted(_ place: Int) -> Double {
      let steps = room.isTop ? last - place : place
      let along = (room.isTop ? room.after : room.before) + (room.scrolls ? 0 : Double(steps) * room.slot)
      return min(room.height / half - font.size, along / half - font.size / 2, SlotLabels.longestTurned)
    }
    let upright = min(room.height, SlotLabels.longestTurned)
    let canSlant = room.leastTurn <= 45 && room.slot * half >= height + 1
    if canSlant, labels.indices.allSatisfy({ width($0) <= slanted($0) }) {
      return SlotWriting(rotation: -45, maximumWidth: SlotLabels.longestTurned)
    }
    let canStand = room.slot >= height + 1
    if canStand, widest(font: font, maximumWidth: .infinity) <= upright {
      return SlotWriting(rotation: -90, maximumWidth: upright)
    }
    let longestSlanted = labels.indices.reduce(Double.infinity) { min($0, slanted($1)) }
    var turned = SlotWriting(rotation: -90, maximumWidth: upright)
    if canSlant, longestSlanted >= 0.85 * upright {
      turned = SlotWriting(rotation: -45, maximumWidth: longestSlanted)
    } else if !canStand {
      turned.step = min(max(Int(saturating: ((height + 1) / room.slot).rounded(.up)), 1), labels.count)
    }
    // Two lines that are short, too, are easier to read, and leave the plot its height.
    if mayBeLevel, areMeasured, line >= SlotLabels.leastWidth, least(wrapped, font) >= 0.9 * least(turned, font) {
      return keepingApart(wrapped, font)
    }
    return keepingApart(turned, font)
  }

  /// Whether level names keep clear of one another where they stand: in the middle of their slots, or moved so far that they
  /// are within the picture, but still at their slots.
  /// - Parameter width: That of the name that is so far along the axis, in px.
  private func areClear(_ width: (Int) -> Double, gap: Double, in room: SlotWriting.Room) -> Bool {
    let last = labels.count - 1
    guard !room.scrolls else {
      return labels.indices.allSatisfy { $0 == last || (width($0) + width($0 + 1)) / 2 + gap <= room.slot }
        && width(0) <= 2 * max(room.before, room.slot) && width(last) <= 2 * max(room.after, room.slot)
    }
    let (low, high) = (2 - room.before, Double(last) * room.slot + room.after - 2)
    var end = -Double.infinity
    return labels.indices.allSatisfy { index in
      let (tick, half) = (Double(index) * room.slot, width(index) / 2)
      guard half == 0 || half <= 0.75 * room.slot, low + half <= high - half else { return half == 0 }
      let center = min(max(tick, low + half), high - half)
      defer { end = center + half }
      return abs(center - tick) <= room.slot / 3 && center - half - end >= gap
    }
  }

  /// How much is left of the name of which least is, as a share.
  private func least(_ writing: SlotWriting, _ font: Font) -> Double {
    guard areMeasured else { return writing.maximumWidth / max(widest(font: font, maximumWidth: .infinity), 1) }
    return labels.reduce(1) { least, name in
      min(least, NameLines(name, writing, font: font).length(font) / max(font.width(of: name.oneLine), 1))
    }
  }

  /// The writing that shortens names so that as many as can be still differ.
  func keepingApart(_ writing: SlotWriting, _ font: Font) -> SlotWriting {
    guard areMeasured else { return writing }
    let count = Set(labels).count
    var best = (writing: writing, count: 0)
    let start = commonStart(longerThan: writing.maximumWidth, font)
    for kept in [Font.KeptPart.start, .ends, .end] + (start.isEmpty ? [] : [.after(start)]) {
      var writing = writing
      writing.kept = kept
      let different = Set(labels.map { NameLines($0, writing, font: font).text }).count
      if different > best.count { best = (writing, different) }
      if different == count { break }
    }
    return best.writing
  }

  /// What all names that are too long begin with, up to where a word begins.
  private func commonStart(longerThan width: Double, _ font: Font) -> String {
    var common: String?
    for name in labels where font.width(of: name.oneLine) > width {
      let line = name.oneLine
      common = common.map { String(zip($0, line).prefix { $0 == $1 }.map(\.0)) } ?? line
    }
    guard let common, let space = common.lastIndex(of: " ") else { return "" }
    return String(common[...space])
  }

  /// The same beside a vertical axis: level in the picture, in two lines where one is too long, or shortened.
  /// - Parameters:
  ///   - room: How wide names may be, in px.
  ///   - slot: The distance of two slots, in px.
  func writing(besideAxis room: Double, slot: Double, font: Font) -> SlotWriting {
    guard labels.count > 0, slot > 0, slot.isFinite else { return .besideAxis }
    var writing = SlotWriting.besideAxis
    let height = font.ascent + font.descent
    // Of a sequence not as many are needed as there is room for.
    let pitch = slot >= height + 1 ? slot : areSequence ? 1.5 * height : height + 1
    writing.step = min(max(Int(saturating: (pitch / slot).rounded(.up)), 1), labels.count)
    writing.maximumWidth = room
    guard haveBreaks || widest(font: font, maximumWidth: .infinity) > room else { return writing }
    guard areMeasured, slot >= height + AxisLabel.lineSpacing * font.size + 3 else {
      return keepingApart(writing, font)
    }
    writing.isWrapped = true
    let names = labels.map { NameLines($0, writing, font: font) }
    guard names.allSatisfy({ !$0.isShortened }) else { return keepingApart(writing, font) }
    // Names that fit in a line stay in one.
    writing.maximumWidth = names.map { $0.width(font) }.max() ?? room
    return writing
  }
}
