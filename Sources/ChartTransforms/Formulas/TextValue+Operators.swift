import ChartEngine
import ChartModel
import JSONModel

extension TextValue {
  /// No text in any row.
  static func nothing(_ run: TransformRun) -> TextValue {
    TextValue(
      table: TextTable(run), codes: { rows throws(InvalidValue) in [Int32](repeating: -1, count: rows.count) })
  }

  /// A comparison by the texts' Unicode scalars; with what is missing there is none.
  func compared(_ operation: Expression.Operator, with other: TextValue) -> Block<Truth> {
    if let constant = other.constant {
      return each(.missing) { text throws(InvalidValue) in Truth(operation.holds(text, constant)) }
    }
    if let constant {
      return other.each(.missing) { text throws(InvalidValue) in Truth(operation.holds(constant, text)) }
    }
    let (left, right) = (self, other)
    return { rows throws(InvalidValue) in
      let (codes, others) = (try left.codes(rows), try right.codes(rows))
      return codes.indices.map { index in
        guard codes[index] >= 0, others[index] >= 0 else { return .missing }
        return Truth(operation.holds(left.table.texts[Int(codes[index])], right.table.texts[Int(others[index])]))
      }
    }
  }

  /// This text with another one behind it.
  func joined(with other: TextValue) -> TextValue {
    if let constant = other.constant { return mapped { text throws(InvalidValue) in text + constant } }
    if let constant { return other.mapped { text throws(InvalidValue) in constant + text } }
    let (left, right, table) = (self, other, TextTable(self.table.run))
    var known: [UInt64: Int32] = [:]
    return TextValue(table: table) { rows throws(InvalidValue) in
      let (codes, others) = (try left.codes(rows), try right.codes(rows))
      var results: [Int32] = []
      results.reserveCapacity(codes.count)
      for (code, other) in zip(codes, others) {
        guard code >= 0, other >= 0 else {
          results.append(-1)
          continue
        }
        let key = UInt64(UInt32(bitPattern: code)) << 32 | UInt64(UInt32(bitPattern: other))
        if let code = known[key] {
          results.append(code)
          continue
        }
        let joined = try table.code(of: left.table.texts[Int(code)] + right.table.texts[Int(other)])
        known[key] = joined
        results.append(joined)
      }
      return results
    }
  }

  /// The first of several that is not missing, or one of two, as a choice says.
  /// - Parameter choose: Which of the values each row takes; beyond them for none.
  static func chosen(_ values: [TextValue], _ choose: @escaping (Range<Int>, [[Int32]]) throws(InvalidValue) -> [Int])
    -> TextValue?
  {
    guard let run = values.first?.table.run else { return nil }
    let table = TextTable(run)
    var known = [[Int32]](repeating: [], count: values.count)
    return TextValue(table: table) { rows throws(InvalidValue) in
      var blocks: [[Int32]] = []
      for value in values { blocks.append(try value.codes(rows)) }
      let choices = try choose(rows, blocks)
      var results: [Int32] = []
      results.reserveCapacity(choices.count)
      for (index, choice) in choices.enumerated() {
        guard blocks.indices.contains(choice), blocks[choice][index] >= 0 else {
          results.append(-1)
          continue
        }
        let code = Int(blocks[choice][index])
        while known[choice].count <= code { known[choice].append(-1) }
        if known[choice][code] < 0 { known[choice][code] = try table.code(of: values[choice].table.texts[code]) }
        results.append(known[choice][code])
      }
      return results
    }
  }
}

extension Expression.Operator {
  func holds(_ left: String, _ right: String) -> Bool {
    let (left, right) = (ByteText(left), ByteText(right))
    return switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    default: left >= right
    }
  }
}
