import Databases
import JSONModel
import OrderedCollections

extension ResultTable {
  /// What a database gave, as a recording keeps it.
  var recorded: JSON {
    [
      "rows": .integer(rowCount), "steps": .integer(stepCount), "listed": .array(listed.map { .string($0) }),
      "columns": .array(
        columns.map { name, column in
          switch column {
          case .numbers(let numbers): ["name": .string(name), "numbers": ResultTable.json(numbers)]
          case .moments(let moments): ["name": .string(name), "moments": ResultTable.json(moments)]
          case .clockTimes(let times): ["name": .string(name), "clockTimes": ResultTable.json(times)]
          case .texts(let texts):
            [
              "name": .string(name), "texts": .array(texts.texts.map { .string($0) }),
              "codes": .array(texts.codes.map { .integer(Int($0)) }),
            ]
          }
        }),
    ]
  }

  /// - Returns: `nil` for what is no such table.
  init?(recorded json: JSON) {
    guard let rowCount = json["rows"]?.integerValue, let kept = json["columns"]?.arrayValue else { return nil }
    var columns: OrderedDictionary<String, ResultColumn> = [:]
    for column in kept {
      guard let name = column["name"]?.stringValue else { return nil }
      if let numbers = column["numbers"]?.arrayValue {
        columns[name] = .numbers(ResultTable.numbers(numbers))
      } else if let moments = column["moments"]?.arrayValue {
        columns[name] = .moments(ResultTable.numbers(moments))
      } else if let times = column["clockTimes"]?.arrayValue {
        columns[name] = .clockTimes(ResultTable.numbers(times))
      } else {
        let texts = (column["texts"]?.arrayValue ?? []).compactMap(\.stringValue)
        let codes = (column["codes"]?.arrayValue ?? []).map { json -> Int32 in
          json.integerValue.flatMap { texts.indices.contains($0) ? Int32(exactly: $0) : nil } ?? -1
        }
        columns[name] = .texts(ResultColumn.TextCodes(codes: codes, texts: texts))
      }
    }
    guard columns.values.allSatisfy({ $0.count == rowCount }) else { return nil }
    self.init(
      columns: columns, rowCount: rowCount, listed: json["listed"]?.arrayValue?.compactMap(\.stringValue),
      stepCount: json["steps"]?.integerValue ?? 0)
  }

  private static func json(_ numbers: [Double]) -> JSON {
    .array(numbers.map { $0.isNaN ? nil : $0.isFinite ? JSON($0) : .string($0 < 0 ? "-inf" : "inf") })
  }

  private static func numbers(_ json: [JSON]) -> [Double] {
    json.map { $0.doubleValue ?? ($0.stringValue.map { $0 == "-inf" ? -.infinity : .infinity } ?? .nan) }
  }
}
