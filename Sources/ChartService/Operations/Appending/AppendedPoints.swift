import ChartEngine
package import ChartModel
package import JSONModel
import OrderedCollections

/// Points to be added, as a request gives them: numbers, pairs, objects, or whole columns.
package struct AppendedPoints: Sendable {
  /// How the request wrote them, which is how a fault in one of them is named.
  enum Form: Hashable, Sendable {
    /// `points[3]`, `points[3][0]`, `points[3].x`
    case list([ElementForm])
    /// `points[3]`
    case column
    /// `points.x[3]`, `points.y[3]`
    case columns
  }

  enum ElementForm: Hashable, Sendable { case value, pair, object }

  /// What texts among values are.
  package enum TextValues: Sendable {
    /// Nothing that is drawn.
    case refused
    case names
    /// Moments, in the time zone of the axis.
    case moments(PositionAxisSpec)
  }

  /// For each point a number or a text; `nil` for one without a position.
  package internal(set) var positions: [ColumnSpec.Entry?] = []
  /// As many values as points for each series that they are for; NaN for gaps and for names.
  package internal(set) var values: [[Double]] = []
  /// Those that are texts, as they were written, by the series and the point that they are for.
  private var texts: [Int: [Int: String]] = [:]
  /// What else they tell, such as their sizes, by the names of their series' channels: as many entries as points, or none.
  var channels: OrderedDictionary<String, [ColumnSpec.Entry]> = [:]
  let style: (any SeriesStyle)?
  /// How texts among the values are read.
  private let textValues: TextValues
  var form = Form.list([])

  package var count: Int { positions.count }

  /// Whether a point of the request has a value for each of all series.
  static func areForAllSeries(_ json: JSON) -> Bool {
    json.arrayValue?.contains { point in (point["y"] ?? point[1])?.arrayValue != nil } ?? false
  }

  /// - Parameters:
  ///   - json: The parameter `points`.
  ///   - seriesCount: How many values each point must have; `nil` for one that is not in a list.
  ///   - style: That of the series that they are for, if it is one.
  ///   - textValues: What texts among the values are.
  /// - Throws: ``InvalidValue`` with the path inside the request's parameters.
  init(
    _ json: JSON, seriesCount: Int?, style: (any SeriesStyle)?, textValues: TextValues = .refused,
    buffers: RequestBuffers
  ) throws(InvalidValue) {
    self.style = style
    self.textValues = textValues
    values = [[Double]](repeating: [], count: seriesCount ?? 1)
    do throws(InvalidValue) {
      switch json {
      case .array(let points): try read(points, seriesCount: seriesCount)
      case .object(let members) where members["buffer"] != nil:
        form = .column
        try add(column: json, buffers)
        positions = Array(repeating: nil, count: values[0].count)
      case .object: try readColumns(json, buffers)
      default: try read([json], seriesCount: seriesCount)
      }
    } catch {
      throw error.prefixed(by: .key("points"))
    }
  }

  /// Where a point's position stands in the request.
  package func place(ofPositionAt index: Int) -> JSONPath { place(of: index, pair: 0, key: "x") }

  /// Where a point stands in the request.
  package func place(of index: Int) -> JSONPath {
    if form == .columns { return place(of: index, pair: 1, key: "y") }
    return JSONPath([.key("points"), .index(index)])
  }

  private func place(of index: Int, pair: Int, key: String) -> JSONPath {
    switch form {
    case .column: JSONPath([.key("points"), .index(index)])
    case .columns: JSONPath([.key("points"), .key(key), .index(index)])
    case .list(let elements):
      switch elements.indices.contains(index) ? elements[index] : .value {
      case .value: JSONPath([.key("points"), .index(index)])
      case .pair: JSONPath([.key("points"), .index(index), .index(pair)])
      case .object: JSONPath([.key("points"), .index(index), .key(key)])
      }
    }
  }

  // MARK: - One by one

  private mutating func read(_ points: [JSON], seriesCount: Int?) throws(InvalidValue) {
    var elements: [ElementForm] = []
    elements.reserveCapacity(points.count)
    positions.reserveCapacity(points.count)
    var faults = FaultList()
    for (index, point) in points.enumerated() {
      do throws(InvalidValue) {
        elements.append(try read(point, seriesCount: seriesCount))
      } catch {
        try faults.add(error.prefixed(by: .index(index)))
      }
    }
    try faults.check()
    form = .list(elements)
    for name in channels.keys { channels[name]?.pad(to: points.count) }
  }

  private mutating func read(_ point: JSON, seriesCount: Int?) throws(InvalidValue) -> ElementForm {
    switch point {
    case .array(let pair):
      guard pair.count == 2 else { throw InvalidValue("expected [x, y], got a list of \(pair.count)") }
      try add(pair[0], pair[1], seriesCount, at: (.index(0), .index(1)))
      return .pair
    case .object(let members):
      try checkKeys(of: members, among: ["x", "y"])
      let y = try value(in: point) ?? .null
      for channel in style?.channels ?? [] {
        guard let entry = members[channel.name] else { continue }
        let read = try self.entry(entry, of: channel)
        channels[channel.name, default: []].pad(to: count)
        channels[channel.name]?.append(read)
      }
      try add(members["x"], y, seriesCount, at: (.key("x"), .key("y")))
      return .object
    case .null, .integer, .number, .literal:
      try add(nil, point, seriesCount, at: nil)
      return .value
    case .string where hasTextValues:
      try add(nil, point, seriesCount, at: nil)
      return .value
    case .string, .bool:
      throw InvalidValue(expected: "a number, null, [x, y] or {x, y}", got: point)
    }
  }

  /// What a point, or columns of points, give as values; `nil` where they need to give none, since what they are is told by a channel,
  /// such as the colours of a calendar's days.
  /// - Throws: ``InvalidValue`` at what is missing.
  func value(in members: JSON) throws(InvalidValue) -> JSON? {
    if let y = members["y"] { return y }
    let channel = style?.channelForValues
    guard let channel, members[channel] != nil else { throw InvalidValue("is required", at: .key(channel ?? "y")) }
    return nil
  }

  private mutating func add(
    _ x: JSON?, _ y: JSON, _ seriesCount: Int?, at places: (x: JSONPath.Component, y: JSONPath.Component)?
  ) throws(InvalidValue) {
    do throws(InvalidValue) {
      positions.append(try x.map { x throws(InvalidValue) in try AppendedPoints.position(x) })
    } catch {
      throw places.map { error.prefixed(by: $0.x) } ?? error
    }
    do throws(InvalidValue) {
      guard let seriesCount else {
        try add(value: y, to: 0)
        return
      }
      guard let list = y.arrayValue, list.count == seriesCount else {
        throw InvalidValue(expected: "a list of \(seriesCount.counted("value", "values")), one for each series", got: y)
      }
      for (series, y) in list.enumerated() {
        do throws(InvalidValue) {
          try add(value: y, to: series)
        } catch {
          throw error.prefixed(by: .index(series))
        }
      }
    } catch {
      throw places.map { error.prefixed(by: $0.y) } ?? error
    }
  }

  /// A channel of the series that the points are for.
  func channel(_ name: String) -> SeriesChannel? { style?.channels.first { $0.name == name } }

  /// - Throws: ``InvalidValue`` with all keys that are neither one of some nor a channel's.
  func checkKeys(of members: OrderedDictionary<String, JSON>, among keys: [String]) throws(InvalidValue) {
    var faults = FaultList()
    for key in members.keys where !keys.contains(key) && channel(key) == nil {
      try faults.add(unknown(key, among: keys))
    }
    try faults.check()
  }

  private func unknown(_ key: String, among keys: [String]) -> InvalidValue {
    if let style {
      if type(of: style).channelNames.contains(key) {
        return InvalidValue("the series has none yet: give it `\(key): []` with chart/update first", at: .key(key))
      }
    } else if SeriesSpec.Kind.styles.contains(where: { $0.channelNames.contains(key) }) {
      return InvalidValue("is of one series: name that with `series`, and give its points one by one", at: .key(key))
    }
    return InvalidValue(unknownKey: key, among: keys + (style?.channels.map(\.name) ?? []))
  }

  /// An entry of a channel.
  func entry(_ json: JSON, of channel: SeriesChannel) throws(InvalidValue) -> ColumnSpec.Entry {
    if json.isNull { return .missing }
    if channel.mayHoldMoments, case .string(let text) = json, case .moments(let axis) = textValues,
      axis.milliseconds(of: text) != nil
    {
      return .text(text)
    }
    if channel.mayHoldNames, case .string(let name) = json { return .text(name) }
    guard let number = json.doubleValue, number.isFinite else {
      throw InvalidValue(
        expected: channel.mayHoldNames ? "a number, a name or null" : "a number or null", got: json
      ).prefixed(by: .key(channel.name))
    }
    return .number(number)
  }

  static func position(_ json: JSON) throws(InvalidValue) -> ColumnSpec.Entry {
    if case .string(let text) = json { return .text(text) }
    guard let number = json.doubleValue, number.isFinite else {
      throw InvalidValue(expected: "a number, a name or a moment", got: json)
    }
    return .number(number)
  }

  private var hasTextValues: Bool { if case .refused = textValues { false } else { true } }

  /// The number that a text among the values stands for: NaN for a name; `nil` if it is no value.
  private func number(of text: String) -> Double? {
    switch textValues {
    case .refused: nil
    case .names: .nan
    case .moments(let axis): axis.milliseconds(of: text)
    }
  }

  /// Adds a value to those for a series: a number, a name or a moment, or null for a gap.
  private mutating func add(value json: JSON, to series: Int) throws(InvalidValue) {
    if json.isNull { return values[series].append(.nan) }
    if case .string(let text) = json, let number = number(of: text) {
      texts[series, default: [:]][values[series].count] = text
      return values[series].append(number)
    }
    guard let number = json.doubleValue, number.isFinite else {
      let expected =
        switch textValues {
        case .refused: "a number or null"
        case .names: "a name, a number or null"
        case .moments: "a moment such as 2026-08-21, a number or null"
        }
      throw InvalidValue(expected: expected, got: json)
    }
    values[series].append(number)
  }

  /// Adds a whole column of values.
  mutating func add(column json: JSON, _ buffers: RequestBuffers) throws(InvalidValue) {
    guard case .array(let list) = json else {
      values[0] = try AppendedPoints.numbers(json, buffers)
      return
    }
    values[0].reserveCapacity(list.count)
    for (index, json) in list.enumerated() {
      do throws(InvalidValue) {
        try add(value: json, to: 0)
      } catch {
        throw error.prefixed(by: .index(index))
      }
    }
  }

  /// Whether any value for a series is a moment.
  func hasMoments(forSeries series: Int) -> Bool {
    if case .moments = textValues { texts[series]?.isEmpty == false } else { false }
  }

  /// What a series gets of the points.
  func entries(of series: Int) -> [ColumnSpec.Entry] {
    let texts = texts[series] ?? [:]
    return values[series].enumerated().map { index, value in
      if let text = texts[index] { return .text(text) }
      return value.isNaN ? .missing : .number(value)
    }
  }
}

extension [ColumnSpec.Entry] {
  /// Fills up what was given for the last points alone.
  fileprivate mutating func pad(to count: Int) {
    while self.count < count { append(.missing) }
  }
}
