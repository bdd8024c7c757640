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
    /// Whether there are more slots than are seen, so that any may be the first.
    var scrolls: Bool
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
    func width(_ index: Int) -> Double { self.width(of: index) * font.size }
    if labels.indices.allSatisfy({ $0 == last || (width($0) + width($0 + 1)) / 2 + SlotLabels.gap <= room.slot }),
      width(0) <= 2 * max(room.before, room.slot), width(last) <= 2 * max(room.after, room.slot)
    {
      return .level
    }
    let line = room.slot - SlotLabels.lineGap
    if areMeasured {
      let wrapped = labels.map { label in
        SlotLabels.lines(of: label.oneLine, font: font, within: line).map(font.width).max() ?? 0
      }
      if labels.indices.allSatisfy({
        $0 == last || (wrapped[$0] + wrapped[$0 + 1]) / 2 + SlotLabels.lineGap <= room.slot
      }),
        wrapped[0] <= 2 * room.before, wrapped[last] <= 2 * room.after
      {
        return SlotWriting(isWrapped: true, maximumWidth: line)
      }
    }
    // Turned text needs its height along the axis, or more where it is slanted.
    let height = font.ascent + font.descent
    let half = 0.5.squareRoot()
    func slanted(_ index: Int) -> Double {
      let steps = room.isTop ? last - index : index
      let along = (room.isTop ? room.after : room.before) + (room.scrolls ? 0 : Double(steps) * room.slot)
      return min(room.height / half - font.size, along / half - font.size / 2, SlotLabels.longestTurned)
    }
    let upright = min(room.height, SlotLabels.longestTurned)
    let canSlant = room.slot * half >= height + 1
    if canSlant, labels.indices.allSatisfy({ width($0) <= slanted($0) }) {
      return SlotWriting(rotation: -45, maximumWidth: SlotLabels.longestTurned)
    }
    let canStand = room.slot >= height + 1
    if canStand, widest(font: font, maximumWidth: .infinity) <= upright {
      return SlotWriting(rotation: -90, maximumWidth: upright)
    }
    let longestSlanted = labels.indices.reduce(Double.infinity) { min($0, slanted($1)) }
    if canSlant, longestSlanted >= 0.85 * upright { return SlotWriting(rotation: -45, maximumWidth: longestSlanted) }
    let step = canStand ? 1 : Int(saturating: ((height + 1) / room.slot).rounded(.up))
    return SlotWriting(rotation: -90, maximumWidth: upright, step: min(max(step, 1), labels.count))
  }

  /// The same beside a vertical axis: level in the picture, in two lines where one is too long, or shortened.
  /// - Parameters:
  ///   - room: How wide names may be, in px.
  ///   - slot: The distance of two slots, in px.
  func writing(besideAxis room: Double, slot: Double, font: Font) -> SlotWriting {
    guard labels.count > 0, slot > 0, slot.isFinite else { return .besideAxis }
    var writing = SlotWriting.besideAxis
    let height = font.ascent + font.descent
    let step = Int(saturating: ((height + 1) / slot).rounded(.up))
    writing.step = min(max(step, 1), labels.count)
    writing.maximumWidth = room
    guard widest(font: font, maximumWidth: .infinity) > room, areMeasured,
      slot >= height + AxisLabel.lineSpacing * font.size + 3
    else { return writing }
    let wrapped = labels.map { label in
      SlotLabels.lines(of: label.oneLine, font: font, within: room).map(font.width).max() ?? 0
    }
    guard let widest = wrapped.max(), widest <= room else { return writing }
    (writing.isWrapped, writing.maximumWidth) = (true, widest)
    return writing
  }

  /// A name in two lines that are as equally wide as they can be; in one if that is narrow enough, or it can't be broken.
  static func lines(of name: String, font: Font, within width: Double) -> [String] {
    guard font.width(of: name) > width, name.utf8.count <= 1_000 else { return [name] }
    var best: (lines: [String], width: Double)?
    for index in name.indices {
      // After a space, which goes, or after a hyphen or slash, which stays.
      let mark = name[index]
      guard mark == " " || mark == "-" || mark == "/" || mark == "–" else { continue }
      let next = name.index(after: index)
      let first = String(name[..<(mark == " " ? index : next)])
      let second = String(name[next...])
      guard !first.isEmpty, !second.isEmpty else { continue }
      let widest = max(font.width(of: first), font.width(of: second))
      if widest < best?.width ?? .infinity { best = ([first, second], widest) }
    }
    return best?.lines ?? [name]
  }
}
