import ChartData
import ChartEngine
import ChartModel
import JSONModel

/// A plot's spec while points are added to it: its JSON, what is held beside it and what both say together grow alike, so
/// that nothing has to be read anew, and each in memory that it shares with the spec as it was.
struct GrowingSpec {
  private(set) var plot: CartesianSpec
  private var written: WrittenSpec
  private var held: HeldData
  private let linked: [LinkedSource]
  /// Whether only reading all of it again tells what it says: beside texts that are moments, numbers along an axis of values are
  /// years, or nothing; without them they are what they are.
  private(set) var needsReading = false

  init(_ source: SpecSource, _ plot: CartesianSpec) {
    self.plot = plot
    written = source.written
    held = source.held
    linked = source.linked
  }

  /// The spec as it has become.
  var source: SpecSource {
    SpecSource(written: written, held: held, spec: .cartesian(plot), linked: linked.map(LinkedSource.init(grown:)))
  }

  /// What kind of positions they are from now on, where there have been none.
  mutating func begin(_ scale: PositionAxisSpec.Scale) {
    // All others are told by the positions when the JSON is read.
    if scale == .time { plot.x.scale = .time }
  }

  /// Says that the values of a series are moments, where there have been none.
  mutating func beginMoments(of series: Int) {
    if plot.series[series].axis == .left { plot.y.scale = .time } else { plot.right.scale = .time }
  }

  /// Adds entries to the end of a list, and takes away the first ones.
  /// - Complexity: O(*k*) in the number of new entries, amortised; O(*n*) for names, of which there are few, and markers.
  mutating func grow(_ column: SpecColumn, by entries: [ColumnSpec.Entry], dropping first: Int = 0) {
    guard !entries.isEmpty || first > 0 else { return }
    let axis = plot.axisOfMoments(column)
    let kinds = axis.map { _ in written.kinds(of: column) }
    growRead(column, by: entries, dropping: first)
    growKept(column, by: entries, dropping: first)
    guard let axis, let kinds else { return }
    let newKinds = written.kinds(of: column)
    // Texts tell that they are moments; numbers can't, least when a window has taken the texts away.
    if newKinds.numbers > 0 { written.set("time", at: [.key(axis), .key("scale")]) }
    guard axis != "x" else { return }
    let areTexts = kinds.numbers + newKinds.numbers == 0 && kinds.texts > 0 && newKinds.texts > 0
    let areNumbers = kinds.texts + newKinds.texts == 0 && !entries.contains { $0.isText || $0.mayBeYear }
    if !areTexts, !areNumbers { needsReading = true }
  }

  /// The spec as it was read.
  private mutating func growRead(_ column: SpecColumn, by entries: [ColumnSpec.Entry], dropping first: Int) {
    switch column {
    case .labels: plot.x.labels = plot.x.labels.dropFirst(first) + entries.map(\.label)
    case .positions: plot.x.values.grow(by: entries, dropping: first, on: plot.x)
    case .ownPositions(let series):
      var positions = plot.series[series].positions ?? .numbers([])
      positions.grow(by: entries, dropping: first, on: plot.x)
      plot.series[series].positions = positions
    case .values(let series):
      plot.series[series].values.grow(by: entries, dropping: first, on: plot.momentAxis(of: series))
    case .channel(let series, let name):
      guard var values = plot.column(column) else { return }
      values.grow(by: entries, dropping: first, on: plot.momentAxis(of: series))
      plot.series[series].fill(channel: name, with: values)
    case .markers(let series): plot.series[series].markers.removeFirst(min(first, plot.series[series].markers.count))
    }
  }

  /// What it was read from: its JSON, or what is held beside it.
  private mutating func growKept(_ column: SpecColumn, by entries: [ColumnSpec.Entry], dropping first: Int) {
    if let place = column.placesInFile.first(where: { held.columns[$0] != nil }) {
      held.hasGrown = true
      growHeld(place, column, by: entries, dropping: first)
    } else if let number = written.given.json.value(at: JSONPath(column.path))?["buffer"]?.integerValue {
      growHeld(own(number, for: column), column, by: entries, dropping: first)
    } else {
      written.grow(column, by: entries, dropping: first)
    }
  }

  // MARK: - Beside the JSON

  private mutating func growHeld(
    _ place: ColumnPlace, _ column: SpecColumn, by entries: [ColumnSpec.Entry], dropping first: Int
  ) {
    guard let old = held.columns[place]?.entries else { return }
    if case .numbers = old, case .numbers(let numbers)? = plot.column(column) {
      // The same numbers in the same memory.
      held.columns[place] = HeldColumn(.numbers(numbers))
    } else {
      var grown = old
      grown.grow(by: entries, dropping: first, on: plot.x)
      held.columns[place] = HeldColumn(grown)
    }
  }

  /// The buffer that is this column's alone: one that others name, too, is left to them.
  private mutating func own(_ number: Int, for column: SpecColumn) -> ColumnPlace {
    let others = plot.buffers(namedIn: written.given.json, besides: column)
    guard others.contains(number) else { return .buffer(number) }
    var free = 0
    while held.columns[.buffer(free)] != nil { free += 1 }
    held.columns[.buffer(free)] = held.columns[.buffer(number)]
    written.update(at: column.path + [.key("buffer")]) { $0 = .integer(free) }
    return .buffer(free)
  }
}

extension CartesianSpec {
  /// The axis that reads values of a series that are moments: these are in the time zone of the positions. `nil` where values are
  /// none.
  fileprivate func momentAxis(of series: Int) -> PositionAxisSpec? {
    valueAxis(of: self.series[series]).scale == .time ? x.ofMoments : nil
  }

  /// The axis along which the entries of a list are moments, by its key; `nil` if they are none.
  fileprivate func axisOfMoments(_ column: SpecColumn) -> String? {
    switch column {
    case .labels, .markers: nil
    case .positions, .ownPositions: x.scale == .time ? "x" : nil
    case .values(let index): keyOfMomentAxis(of: index)
    case .channel(let index, let name):
      series[index].kind.style.channels.first { $0.name == name }?.mayHoldMoments == true
        ? keyOfMomentAxis(of: index) : nil
    }
  }

  private func keyOfMomentAxis(of index: Int) -> String? {
    momentAxis(of: index) == nil ? nil : series[index].axis == .left ? "y" : "right"
  }

  /// A list of the spec, if it is a column.
  fileprivate func column(_ column: SpecColumn) -> ColumnSpec? {
    switch column {
    case .positions: x.values
    case .ownPositions(let series): self.series[series].positions
    case .values(let series): self.series[series].values
    case .channel(let series, let name):
      self.series[series].kind.style.channels.first { $0.name == name }?.values
    case .labels, .markers: nil
    }
  }

  /// The numbers of the buffers that other columns name.
  fileprivate func buffers(namedIn json: JSON, besides column: SpecColumn) -> Set<Int> {
    let columns: [SpecColumn] =
      [.positions]
      + series.indices.flatMap { index -> [SpecColumn] in
        let channels = series[index].kind.style.channels.map { SpecColumn.channel(series: index, name: $0.name) }
        return [.values(series: index), .ownPositions(series: index)] + channels
      }
    return Set(
      columns.filter { $0 != column }.compactMap {
        json.value(at: JSONPath($0.path))?["buffer"]?.integerValue
      })
  }
}

extension ColumnSpec {
  /// Adds entries and takes away the first ones.
  /// - Parameter axis: The axis of which the entries are positions.
  fileprivate mutating func grow(by entries: [Entry], dropping first: Int, on axis: PositionAxisSpec? = nil) {
    switch self {
    case .numbers(var numbers):
      var added: [Double] = []
      added.reserveCapacity(entries.count)
      for entry in entries {
        guard let number = entry.number(on: axis) else {
          // Names among numbers: they are texts from now on.
          self = .values(self.entries.dropFirst(first) + entries)
          return
        }
        added.append(number)
      }
      numbers.drop(first: first)
      numbers.append(contentsOf: added)
      self = .numbers(numbers)
    case .values(var list):
      list.drop(first: first)
      list.append(contentsOf: entries)
      self = .values(list)
    case .buffer: self = .values(entries)
    }
  }
}

extension PositionAxisSpec {
  /// The same axis, for moments.
  var ofMoments: PositionAxisSpec {
    var axis = PositionAxisSpec()
    (axis.timeZone, axis.timeZoneRules, axis.scale) = (timeZone, timeZoneRules, .time)
    return axis
  }
}

extension ColumnSpec.Entry {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }

  /// Whether it may be read as a year, or as nothing, where there are moments: all others count milliseconds.
  fileprivate var mayBeYear: Bool {
    if case .number(let number) = self { abs(number) < CalendarNumbers.longestCount } else { false }
  }

  /// As it stands in a spec's JSON.
  var json: JSON {
    switch self {
    case .number(let number): JSON(number)
    case .text(let text): .string(text)
    case .missing: .null
    }
  }

  /// As the name of a slot.
  var label: String {
    switch self {
    case .number(let number): JSON(number).text
    case .text(let text): text
    case .missing: ""
    }
  }

  /// The entry as a number, moments as milliseconds since 1970; NaN for what is missing, `nil` for a name.
  func number(on axis: PositionAxisSpec?) -> Double? {
    switch self {
    case .number(let number): number
    case .missing: .nan
    case .text(let text): axis?.scale == .time ? axis?.milliseconds(of: text) : nil
    }
  }
}
