import ChartModel
import JSONModel

// Functions of numbers and texts, and those that choose.

extension FunctionCompiler {
  func numbers() throws(InvalidValue) -> FormulaValue? {
    func one(_ body: @escaping (Double) -> Double) throws(InvalidValue) -> FormulaValue {
      try check(1...1)
      return .number(each(try number(0), body))
    }
    switch name {
    case "abs": return try one { abs($0) }
    case "sign": return try one { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 + 0 }
    case "floor": return try one { $0.rounded(.down) }
    case "ceil": return try one { $0.rounded(.up) }
    case "sqrt": return try one { $0.squareRoot() }
    case "exp": return try one(Numbers.exponential)
    case "ln": return try one(Numbers.logarithm)
    case "log2": return try one(Numbers.binaryLogarithm)
    case "log10": return try one(Numbers.decimalLogarithm)
    case "sin": return try one(Numbers.sine)
    case "cos": return try one(Numbers.cosine)
    case "round":
      try check(1...2)
      let digits = arguments.count > 1 ? try number(1) : FormulaValue.constant(0)
      return .number(each(try number(0), digits) { Numbers.rounded($0, digits: $1) })
    case "least", "greatest": return try extreme(isLeast: name == "least")
    default: return nil
    }
  }

  /// Missing values are passed over, as SQL's `LEAST` of most engines does.
  private func extreme(isLeast: Bool) throws(InvalidValue) -> FormulaValue {
    try check(1...Int.max)
    var (isMoment, isNothing) = (false, true)
    for index in arguments.indices {
      switch try value(index) {
      case .moment: (isMoment, isNothing) = (true, false)
      case .nothing: break
      default: isNothing = false
      }
    }
    guard !isNothing else { return .nothing }
    var result = isMoment ? try moment(0) : try number(0)
    for index in arguments.indices.dropFirst() {
      let other = isMoment ? try moment(index) : try number(index)
      result =
        isLeast
        ? each(result, other) { $0.isNaN || $1 < $0 ? $1 : $0 } : each(result, other) { $0.isNaN || $1 > $0 ? $1 : $0 }
    }
    return isMoment ? .moment(result) : .number(result)
  }

  func texts() throws(InvalidValue) -> FormulaValue? {
    switch name {
    case "lower":
      try check(1...1)
      return .text(try text(0).mapped { text throws(InvalidValue) in text.lowercased() })
    case "upper":
      try check(1...1)
      return .text(try text(0).mapped { text throws(InvalidValue) in text.uppercased() })
    case "trim":
      try check(1...1)
      return .text(try text(0).mapped { text throws(InvalidValue) in text.trimmingSpaces })
    case "length":
      try check(1...1)
      return .number(try text(0).each(.nan) { text throws(InvalidValue) in Double(text.unicodeScalars.count) })
    case "contains", "startsWith", "endsWith": return .truth(try search())
    case "replace":
      try check(3...3)
      let (part, other) = (try constantText(1), try constantText(2))
      guard !part.isEmpty else { throw fault("expects a part that is not empty") }
      return .text(
        try text(0).mapped { text throws(InvalidValue) in try TextSearch.replacing(part, in: text, with: other) })
    case "substring":
      try check(2...3)
      let start = Int(saturating: try constantNumber(1))
      let count = arguments.count > 2 ? Int(saturating: try constantNumber(2)) : Int.max
      guard start >= 1, count >= 0 else { throw fault("counts from 1, and takes 0 or more") }
      return .text(
        try text(0).mapped { text throws(InvalidValue) in
          String(text.unicodeScalars.dropFirst(start - 1).prefix(count))
        })
    case "number":
      try check(1...1)
      if case .number(let block) = try value(0) { return .number(block) }
      return .number(
        try text(0).each(.nan) { text throws(InvalidValue) in Numbers.decimal(text.trimmingSpaces) })
    case "text": return .text(try written())
    default: return nil
    }
  }

  private func search() throws(InvalidValue) -> Block<Truth> {
    try check(2...2)
    let part = try constantText(1)
    let text = try text(0)
    switch name {
    case "startsWith":
      return text.each(.missing) { text throws(InvalidValue) in Truth(text.utf8.starts(with: part.utf8)) }
    case "endsWith":
      let backwards = part.utf8.reversed()
      return text.each(.missing) { text throws(InvalidValue) in Truth(text.utf8.reversed().starts(with: backwards)) }
    default: return text.each(.missing) { text throws(InvalidValue) in Truth(TextSearch.contains(part, in: text)) }
    }
  }

  // MARK: - Choices

  func choices() throws(InvalidValue) -> FormulaValue? {
    switch name {
    case "missing", "present":
      try check(1...1)
      let wanted = name == "missing"
      return .truth(try missing(try value(0), wanted))
    case "if":
      try check(3...3)
      let condition = try compiler.truths(arguments[0], "`if`", place)
      return try chosen(Array(1...2)) { rows, _ throws(InvalidValue) in
        try condition(rows).map { $0 == .yes ? 0 : 1 }
      }
    case "coalesce":
      try check(1...Int.max)
      return try chosen(Array(arguments.indices)) { rows, presence throws(InvalidValue) in
        (0..<rows.count).map { row in presence.firstIndex { $0[row] } ?? presence.count }
      }
    default: return nil
    }
  }

  private func missing(_ value: FormulaValue, _ wanted: Bool) throws(InvalidValue) -> Block<Truth> {
    switch value {
    case .number(let block), .moment(let block):
      return { rows throws(InvalidValue) in try block(rows).map { Truth($0.isNaN == wanted) } }
    case .text(let text): return { rows throws(InvalidValue) in try text.codes(rows).map { Truth(($0 < 0) == wanted) } }
    case .truth(let block):
      return { rows throws(InvalidValue) in try block(rows).map { Truth(($0 == .missing) == wanted) } }
    case .nothing: return FormulaValue.constant(Truth(wanted))
    }
  }

  /// One of several values of the same type, for each row.
  /// - Parameter choose: Gets of each value whether it is there, and gives which one a row takes; beyond them for none.
  private func chosen(
    _ indices: [Int], _ choose: @escaping (Range<Int>, [[Bool]]) throws(InvalidValue) -> [Int]
  ) throws(InvalidValue) -> FormulaValue {
    var values: [FormulaValue] = []
    for index in indices { values.append(try value(index)) }
    // The first that has a type gives it to all; a moment beside a text that is written out is the stronger one.
    let typed =
      values.first { if case .moment = $0 { true } else { false } }
      ?? values.first {
        if case .nothing = $0 { false } else { true }
      }
    guard let typed else { return .nothing }
    for (place, index) in indices.enumerated() {
      values[place] = try compiler.converted(values[place], arguments[index], to: typed)
      guard values[place].words == typed.words else {
        throw fault(
          "expects values of one type, and \(arguments[index].words) is \(values[place].words) beside \(typed.words)")
      }
    }
    switch typed {
    case .number, .nothing: return .number(pick(values.compactMap(\.numbers), { !$0.isNaN }, .nan, choose))
    case .moment: return .moment(pick(values.compactMap(\.numbers), { !$0.isNaN }, .nan, choose))
    case .truth: return .truth(pick(values.compactMap(\.truths), { $0 != .missing }, .missing, choose))
    case .text:
      let texts: [TextValue] = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
      let chosen = TextValue.chosen(texts) { rows, blocks throws(InvalidValue) in
        try choose(rows, blocks.map { $0.map { $0 >= 0 } })
      }
      return chosen.map(FormulaValue.text) ?? .nothing
    }
  }

  private func pick<Element>(
    _ values: [Block<Element>], _ isPresent: @escaping (Element) -> Bool, _ missing: Element,
    _ choose: @escaping (Range<Int>, [[Bool]]) throws(InvalidValue) -> [Int]
  ) -> Block<Element> {
    { rows throws(InvalidValue) in
      var blocks: [[Element]] = []
      for value in values { blocks.append(try value(rows)) }
      let choices = try choose(rows, blocks.map { $0.map(isPresent) })
      return choices.enumerated().map { row, choice in blocks.indices.contains(choice) ? blocks[choice][row] : missing }
    }
  }
}

extension FormulaValue {
  fileprivate var numbers: Block<Double>? {
    switch self {
    case .number(let block), .moment(let block): block
    default: nil
    }
  }

  fileprivate var truths: Block<Truth>? { if case .truth(let block) = self { block } else { nil } }
}

extension String {
  /// Without white space at its ends.
  fileprivate var trimmingSpaces: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
