import JSONModel
import OrderedCollections

/// A pyramid that there is, and what it does not have of its table.
package struct FoundPyramid: Hashable, Sendable {
  package var pyramid: PyramidTable
  /// The positions between which rows changed that it does not have; there the table itself is read. Apart from one another, in their
  /// order.
  package var changes: [ClosedRange<Double>]
  /// Whether it has something that is not so, and must not be read.
  package var isWrong: Bool
  /// What else it may lack, for people, or what is wrong; `nil` if it has everything.
  package var lack: String?

  package init(
    _ pyramid: PyramidTable, changes: [ClosedRange<Double>] = [], isWrong: Bool = false, lack: String? = nil
  ) {
    (self.pyramid, self.changes, self.isWrong, self.lack) = (pyramid, FoundPyramid.joined(changes), isWrong, lack)
  }

  /// More stretches than these are joined with their neighbours.
  private static let mostChanges = 16

  /// Stretches that touch put together, and then those that lie nearest, until there are few.
  private static func joined(_ changes: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var joined: [ClosedRange<Double>] = []
    for change in changes.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, change.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, change.upperBound)
      } else {
        joined.append(change)
      }
    }
    guard joined.count > mostChanges else { return joined }
    // The widest spaces stay.
    let spaces = joined.indices.dropFirst().sorted {
      joined[$0].lowerBound - joined[$0 - 1].upperBound > joined[$1].lowerBound - joined[$1 - 1].upperBound
    }
    let kept = Set(spaces.prefix(mostChanges - 1))
    var few: [ClosedRange<Double>] = []
    for (index, change) in joined.enumerated() {
      if let last = few.last, !kept.contains(index) {
        few[few.count - 1] = last.lowerBound...change.upperBound
      } else {
        few.append(change)
      }
    }
    return few
  }
}

/// What pyramids are looked for.
package struct PyramidRequest: Hashable, Sendable {
  /// The names of the table, as ``SQLSource/table(_:)`` has them.
  package var table: [String]
  package var x: ColumnDescription
  package var values: [ColumnDescription]
  package var by: ColumnDescription?

  package init(table: [String], x: ColumnDescription, values: [ColumnDescription], by: ColumnDescription?) {
    (self.table, self.x, self.values, self.by) = (table, x, values, by)
  }
}

extension [FoundPyramid] {
  /// - Parameter table: What ``json``, a row each gave.
  package init(_ table: ResultTable, of request: PyramidRequest) {
    guard case .texts(let texts)? = table.columns["pyramid"] else {
      self = []
      return
    }
    self = texts.codes.compactMap { code in
      guard code >= 0, let json = try? JSON(parsing: texts.texts[Int(code)]) else { return nil }
      return FoundPyramid(json, of: request)
    }
  }
}

extension FoundPyramid {
  /// As it is recorded.
  var json: JSON {
    [
      "schema": .string(pyramid.line.schema), "table": .string(pyramid.line.table), "y": .string(pyramid.line.y.name),
      "home": .string(pyramid.home), "name": .string(pyramid.name), "finest": JSON(pyramid.finest),
      "top": JSON(pyramid.top), "changes": .array(changes.map { [JSON($0.lowerBound), JSON($0.upperBound)] }),
      "wrong": .bool(isWrong), "lack": lack.map { .string($0) } ?? .null,
    ]
  }

  init?(_ json: JSON, of request: PyramidRequest) {
    guard let schema = json["schema"]?.stringValue, let table = json["table"]?.stringValue,
      let y = json["y"]?.stringValue, let value = request.values.first(where: { $0.name == y }),
      let home = json["home"]?.stringValue, let name = json["name"]?.stringValue,
      let finest = json["finest"]?.integerValue, let top = json["top"]?.integerValue, finest <= top,
      PyramidTable.possibleExponents.contains(finest), PyramidTable.possibleExponents.contains(top)
    else { return nil }
    let line = PyramidLine(
      schema: schema, table: table, x: PyramidLine.Column(request.x), y: PyramidLine.Column(value),
      by: request.by.map { PyramidLine.Column($0) })
    let changes = (json["changes"]?.arrayValue ?? []).compactMap { change -> ClosedRange<Double>? in
      guard let ends = change.arrayValue, ends.count == 2, let low = ends[0].doubleValue,
        let high = ends[1].doubleValue,
        low <= high
      else { return nil }
      return low...high
    }
    self.init(
      PyramidTable(line, exponents: finest...top, name: name, home: home), changes: changes,
      isWrong: json["wrong"]?.boolValue ?? false, lack: json["lack"]?.stringValue)
  }
}
