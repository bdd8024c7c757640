import ChartModel
import JSONModel

/// Names in the order in which they occur first, with their numbers.
struct NameList {
  private(set) var names: [String] = []
  /// How many more there are than an axis can have.
  private(set) var leftOut = 0
  /// Texts that differ only in how their letters are composed are two names, as they are in files.
  private var places: [ByteText: Int] = [:]

  /// - Parameter again: Whether one that is there already has a place of its own, which nothing stands at.
  mutating func add(_ name: String, again: Bool = false) {
    let key = ByteText(name)
    let isNew = places[key] == nil
    guard again || isNew else { return }
    guard names.count < PositionAxisSpec.maximumCount else {
      leftOut += 1
      return
    }
    if isNew { places[key] = names.count }
    names.append(name)
  }

  mutating func add(_ entry: ColumnSpec.Entry) { if let name = NameList.name(of: entry) { add(name) } }

  /// The name that an entry is; `nil` for what is missing.
  static func name(of entry: ColumnSpec.Entry) -> String? {
    switch entry {
    case .text(let text): text
    case .number(let number): number.isFinite ? JSON(number).text : nil
    case .missing: nil
    }
  }

  /// The numbers of entries; NaN for what is missing, and for what is none of the names.
  /// - Parameter orTheirOwn: Whether a number that is no name is that of a slot.
  /// - Returns: With what those are that are none of the names, in words.
  func numbers(
    of column: ColumnSpec, orTheirOwn: Bool
  ) -> (numbers: GrowingArray<Double>, lost: String?) {
    var (lost, first): (Int, String) = (0, "")
    let numbers = column.entries.map { entry -> Double in
      guard let name = NameList.name(of: entry) else { return .nan }
      if let place = places[ByteText(name)] { return Double(place) }
      if orTheirOwn, case .number(let number) = entry, let place = Int(exactly: number), names.indices.contains(place) {
        return number
      }
      if lost == 0 { first = name }
      lost += 1
      return .nan
    }
    let words =
      lost == 1
      ? "1 entry is none of the names, and is left out: '\(first.excerpt)'"
      : "\(lost) entries are none of the names, and are left out: '\(first.excerpt)', …"
    return (GrowingArray(numbers), lost > 0 ? words : nil)
  }
}
