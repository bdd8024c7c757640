import ChartModel
import JSONModel

/// Which names of slots are shown: every one, or of numbers and dates every n-th, so that none overlap (A4). Which they are does
/// not depend on what is in view, so that labels stay while the content is scrolled.
struct SlotLabels: Sendable {
  let labels: [String]
  /// Whether they are numbers or dates, or short and differ by a number alone as weeks do, so that some of them tell the others.
  let areSequence: Bool
  /// What they stand for, where they are moments without the gaps between these; `nil` for other names.
  let moments: SlotMoments?
  /// The number of the first one, where all are whole numbers that follow one another.
  private let firstNumber: Int?
  /// Whether the author broke any of them into lines.
  let haveBreaks: Bool
  /// Their widths at a font size of 1 px, measured once; of very many only that of the widest counts.
  private let widths: [Double]
  private let widest: Double

  /// With more labels than this, only the width of the widest is kept.
  private static let measuredCount = 512
  /// Names are cut where they would take more, in px.
  static let maximumWidth = 180.0
  /// What is longer beside its number is a name, in characters: `Week 12` is one of a sequence, `Participant 12` none.
  private static let longestCounted = 8
  /// Names that are cut to this still tell something, in px.
  static let readableWidth = 72.0
  /// Names may be this wide even in narrow charts, in px.
  static let leastWidth = 60.0

  /// - Parameters:
  ///   - names: Of all slots.
  ///   - texts: As many, which are written instead.
  ///   - zone: That in which days begin, where names are those of moments.
  init(_ names: [String], writtenAs texts: [String]? = nil, momentsIn zone: TimeZoneRules? = nil, typeface: Typeface) {
    let labels = texts ?? names
    self.labels = labels
    moments = texts == nil ? zone.flatMap { SlotMoments(names, in: $0) } : nil
    firstNumber = SlotLabels.firstNumber(of: labels)
    areSequence = SlotLabels.areSequence(names)
    haveBreaks = labels.contains { $0.contains(where: \.isNewline) }
    let font = typeface.font(.given(1))
    let widths = labels.map { $0.utf8.count > 1_000 ? .infinity : font.width(of: $0.oneLine) }
    widest = widths.max() ?? 0
    self.widths = labels.count > SlotLabels.measuredCount ? [] : widths
  }

  private static func areSequence(_ labels: [String]) -> Bool {
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    let first = labels.first?.filter { !isDigit($0) }
    if labels.count > 2, first?.count ?? 0 <= SlotLabels.longestCounted,
      labels.allSatisfy({ $0.contains(where: isDigit) && $0.filter { !isDigit($0) } == first })
    {
      return true
    }
    return labels.allSatisfy { label in
      label.isEmpty || Double(label) != nil || (try? TimeText.milliseconds(label, in: .utc)) != nil
    }
  }

  private static func firstNumber(of labels: [String]) -> Int? {
    guard let first = labels.first.flatMap({ Int($0) }), abs(first) < 1 << 50 else { return nil }
    return labels.indices.allSatisfy { labels[$0] == String(first + $0) } ? first : nil
  }

  /// A step that is wide enough, and a round one of numbers that follow one another: every 5th, 10th, 20th … of them.
  func rounded(_ step: Int) -> Int {
    guard firstNumber != nil, step > 2, step < 1 << 40 else { return step }
    var power = 1
    while power * 10 < step { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= step } ?? step
  }

  /// The first of the slots from one on that are shown at every `step`-th: of numbers that follow one another those that are
  /// multiples of it.
  func first(from slot: Int, step: Int) -> Int {
    // Of every second month the first is shown.
    let number = step > 2 ? firstNumber ?? 0 : 0
    let remainder = (slot + number) % step
    return remainder == 0 ? slot : slot + (remainder < 0 ? -remainder : step - remainder)
  }

  /// Whether the width of each is known, rather than that of the widest.
  var areMeasured: Bool { !widths.isEmpty }

  /// The width of one at a font size of 1 px, or more.
  func width(of index: Int) -> Double { widths.indices.contains(index) ? widths[index] : widest }

  /// The label of a slot as it is written.
  func text(_ index: Int, font: Font, maximumWidth: Double) -> String {
    labels.indices.contains(index) ? font.truncated(labels[index].oneLine, to: maximumWidth) : ""
  }

  /// The width of the widest one as it is written, in px.
  func widest(font: Font, maximumWidth: Double) -> Double {
    min(widest * font.size, maximumWidth)
  }

  /// Every how many-th one is shown.
  /// - Parameters:
  ///   - slot: The distance of two, in px.
  ///   - visibleCount: How many slots are seen at a time, of which at most `maxLabels` get a label.
  func step(font: Font, rotation: Double, slot: Double, visibleCount: Double, maxLabels: Int?, maximumWidth: Double)
    -> Int
  {
    guard labels.count > 1 else { return 1 }
    guard slot > 0, slot.isFinite else { return labels.count }
    let wanted = maxLabels.map { visibleCount / Double(max($0, 1)) } ?? 1
    let least = Int(saturating: min(max((wanted - 1e-9).rounded(.up), 1), Double(labels.count)))
    var thinning = LabelThinning()
    thinning.rotation = rotation
    thinning.anchor = rotation == 0 ? .middle : .end
    thinning.lineHeight = font.size
    if widths.isEmpty {
      // Two as wide as the widest tell for all.
      let width = widest(font: font, maximumWidth: maximumWidth)
      var step = least
      while step < labels.count, thinning.labels(at: [0, slot * Double(step)], width: { _ in width }).count < 2 {
        step += max(1, step / 8)
      }
      return step
    }
    let shown = thinning.labels(at: labels.indices.map { Double($0) * slot }) { index in
      min(widths[index] * font.size, maximumWidth)
    }
    let found = shown.count > 1 ? shown[1].index - shown[0].index : labels.count
    return max(least, found)
  }
}
