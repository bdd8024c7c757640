import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel

extension PositionColumnBuilder {
  /// What the cells are together, for steps: numbers if all are, moments if all are, else names.
  /// - Parameter zone: Where days begin.
  /// - Throws: ``InvalidValue`` without a path if they are dates in any of two ways.
  func frameColumn(named name: String, zone: TimeZoneRules) throws(InvalidValue) -> FrameColumn {
    switch try dataColumn(named: name) {
    case .numbers(let numbers): return .numbers(GrowingArray(numbers))
    case .dates(let dates): return .moments(GrowingArray(dates.seconds.map { zone.milliseconds(of: $0, dates) }))
    case .texts: return frameColumn(zone: zone)
    }
  }

  /// The cells as moments, if all are written as the author says.
  func moments(by pattern: DatePattern, _ zone: TimeZoneRules) -> FrameColumn? {
    var moments: [Double] = []
    moments.reserveCapacity(kinds.count)
    var dates = DateColumn()
    dates.areInstants = pattern.hasZone
    for index in kinds.indices {
      switch kinds[index] {
      case .number: return nil
      case .missing: moments.append(.nan)
      case .text:
        let seconds: Double? = texts.withText(at: index) { style.isMarker($0) ? .nan : pattern.seconds(in: $0) }
        guard let seconds else { return nil }
        moments.append(zone.milliseconds(of: seconds, dates))
      }
    }
    return moments.contains { !$0.isNaN } ? .moments(GrowingArray(moments)) : nil
  }

  /// Texts, which are moments if any reader takes all of them for such.
  private func frameColumn(zone: TimeZoneRules) -> FrameColumn {
    var numbers = typed.makeIterator()
    var coder = TextCoder()
    let codes = kinds.indices.map { index in
      switch kinds[index] {
      case .missing: Int32(-1)
      case .number: coder.code(of: JSON(numbers.next() ?? .nan).wholeText)
      case .text: texts.withText(at: index) { coder.code(of: $0) }
      }
    }
    let hasNumber = kinds.contains(.number)
    return FrameColumn(codes, coder.names, style, hasNumber ? nil : zone)
  }
}

extension FrameColumn {
  /// Names, or moments if any reader takes all of them for such.
  /// - Parameter zone: Where days begin; `nil` if they are names in any case.
  init(_ codes: [Int32], _ names: [String], _ style: CellStyle, _ zone: TimeZoneRules?) {
    guard let zone, !names.isEmpty else {
      self = .names(NameColumn(codes: codes, names: names))
      return
    }
    // Each text once, however many rows have it.
    var moments: [Double] = []
    moments.reserveCapacity(names.count)
    for name in names {
      if name.withSpan({ style.isMarker($0.extracting($0.trimmedRange)) }) {
        moments.append(.nan)
      } else if let moment = try? TimeText.milliseconds(name, in: zone) {
        moments.append(moment)
      } else {
        self = .names(NameColumn(codes: codes, names: names))
        return
      }
    }
    guard moments.contains(where: { !$0.isNaN }) else {
      self = .names(NameColumn(codes: codes, names: names))
      return
    }
    self = .moments(GrowingArray(codes.map { $0 < 0 ? .nan : moments[Int($0)] }))
  }
}

extension TimeZoneRules {
  /// A date of a file as an instant.
  /// - Parameter seconds: Since 1970 on the clocks here, or in UTC.
  fileprivate func milliseconds(of seconds: Double, _ dates: DateColumn) -> Double {
    guard seconds.isFinite else { return .nan }
    guard !dates.areInstants else { return seconds * 1000 }
    let whole = seconds.rounded(.down)
    return Double(instant(of: Int(saturating: whole))) * 1000 + (seconds - whole) * 1000
  }
}

/// Gives texts their codes, as bytes: of ten million cells only those become strings that are new.
private struct TextCoder {
  private(set) var names: [String] = []
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Codes by the hashes of their texts, with open addressing.
  private var table = [Int32](repeating: -1, count: 64)
  private var hashes: [Int] = []

  mutating func code(of text: String) -> Int32 {
    let bytes = Array(text.utf8)
    return code(of: bytes.span)
  }

  mutating func code(of text: Span<UInt8>) -> Int32 {
    // Seeded, so that whoever writes a file does not know where its texts will lie.
    var hasher = Hasher()
    text.withUnsafeBufferPointer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    let hash = hasher.finalize()
    var place = hash & (table.count - 1)
    while table[place] >= 0 {
      let code = Int(table[place])
      if hashes[code] == hash, isEqual(text, code) { return table[place] }
      place = (place + 1) & (table.count - 1)
    }
    let code = Int32(names.count)
    table[place] = code
    hashes.append(hash)
    names.append(String(text))
    text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
    if names.count * 2 > table.count { grow() }
    return code
  }

  private func isEqual(_ text: Span<UInt8>, _ code: Int) -> Bool {
    let start = code == 0 ? 0 : ends[code - 1]
    guard ends[code] - start == text.count else { return false }
    return text.indices.allSatisfy { text[$0] == bytes[start + $0] }
  }

  private mutating func grow() {
    table = [Int32](repeating: -1, count: table.count * 4)
    for (code, hash) in hashes.enumerated() {
      var place = hash & (table.count - 1)
      while table[place] >= 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(code)
    }
  }
}
