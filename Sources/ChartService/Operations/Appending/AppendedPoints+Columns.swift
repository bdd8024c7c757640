import ChartModel
import JSONModel
import OrderedCollections

// Points as whole columns.

extension AppendedPoints {
  mutating func readColumns(_ json: JSON, _ buffers: RequestBuffers) throws(InvalidValue) {
    form = .columns
    try checkKeys(of: json.objectValue ?? [:], among: ["x", "y", "buffer"])
    let y = try value(in: json)
    do {
      if let y { try add(column: y, buffers) }
    } catch {
      throw error.prefixed(by: .key("y"))
    }
    for channel in style?.channels ?? [] {
      guard let column = json[channel.name] else { continue }
      let entries = try entries(column, of: channel, buffers)
      if y == nil, values[0].isEmpty { values[0] = Array(repeating: .nan, count: entries.count) }
      guard entries.count == values[0].count else {
        throw InvalidValue(
          "expected as many as \(y == nil ? "the others" : "y"), got \(entries.count) and \(values[0].count)",
          at: .key(channel.name))
      }
      channels[channel.name] = entries
    }
    guard let x = json["x"] else {
      positions = Array(repeating: nil, count: values[0].count)
      return
    }
    do throws(InvalidValue) {
      positions = try AppendedPoints.positions(x, buffers)
      guard positions.count == values[0].count else {
        let what = y == nil ? channels.keys.first ?? "y" : "y"
        throw InvalidValue("expected as many x as \(what), got \(positions.count) and \(values[0].count)")
      }
    } catch {
      throw error.prefixed(by: .key("x"))
    }
  }

  /// A column of a channel.
  private func entries(
    _ json: JSON, of channel: SeriesChannel, _ buffers: RequestBuffers
  ) throws(InvalidValue) -> [ColumnSpec.Entry] {
    var entries: [ColumnSpec.Entry] = []
    do throws(InvalidValue) {
      if case .array(let list) = json {
        entries.reserveCapacity(list.count)
        for (index, json) in list.enumerated() {
          do throws(InvalidValue) {
            entries.append(try entry(json, of: channel))
          } catch {
            throw InvalidValue(error.reason, at: JSONPath([.index(index)]))
          }
        }
      } else {
        entries = try AppendedPoints.numbers(json, buffers).map { $0.isNaN ? .missing : .number($0) }
      }
    } catch {
      throw error.prefixed(by: .key(channel.name))
    }
    return entries
  }

  private static func positions(_ json: JSON, _ buffers: RequestBuffers) throws(InvalidValue) -> [ColumnSpec.Entry?] {
    guard case .array(let list) = json else {
      let numbers = try numbers(json, buffers)
      if let index = numbers.firstIndex(where: { !$0.isFinite }) {
        throw InvalidValue("expected a finite number, got \(numbers[index])", at: JSONPath([.index(index)]))
      }
      return numbers.map { .number($0) }
    }
    return try each(of: list, position)
  }

  /// Reads what a list holds; errors say at which index.
  private static func each<Value>(
    of list: [JSON], _ read: (JSON) throws(InvalidValue) -> Value
  ) throws(InvalidValue) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(list.count)
    var faults = FaultList()
    for (index, json) in list.enumerated() {
      try faults.check(at: .index(index)) { () throws(InvalidValue) in values.append(try read(json)) }
    }
    try faults.check()
    return values
  }

  /// A column in a buffer of the request.
  static func numbers(_ json: JSON, _ buffers: RequestBuffers) throws(InvalidValue) -> [Double] {
    Array(try buffers.numbers(named: json))
  }
}
