import ChartEngine
import ChartModel
import JSONModel

/// A call of a function in a formula.
struct FunctionCompiler {
  let compiler: FormulaCompiler
  let name: String
  let arguments: [Expression]
  let place: Int

  /// All functions, with what they take.
  static let signatures: [(name: String, parameters: String)] = [
    ("abs", "number"), ("sign", "number"), ("round", "number, digits"), ("floor", "number"), ("ceil", "number"),
    ("sqrt", "number"), ("exp", "number"), ("ln", "number"), ("log2", "number"), ("log10", "number"),
    ("sin", "number"), ("cos", "number"), ("least", "number, number …"), ("greatest", "number, number …"),
    ("lower", "text"), ("upper", "text"), ("trim", "text"), ("length", "text"), ("contains", "text, part"),
    ("startsWith", "text, part"), ("endsWith", "text, part"), ("replace", "text, part, by"),
    ("substring", "text, from, count"), ("number", "text"), ("text", "number, or moment, pattern"),
    ("year", "moment"), ("quarter", "moment"), ("month", "moment"), ("week", "moment"), ("day", "moment"),
    ("weekday", "moment"), ("dayOfYear", "moment"), ("hour", "moment"), ("minute", "moment"), ("second", "moment"),
    ("date", "text, or year, month, day"), ("startOf", "moment, unit"), ("if", "truth, value, value"),
    ("coalesce", "value, value …"), ("missing", "value"), ("present", "value"),
  ]

  static let names = signatures.map(\.name)

  /// - Throws: ``InvalidValue`` without a path.
  func value() throws(InvalidValue) -> FormulaValue {
    if let value = try numbers() { return value }
    if let value = try texts() { return value }
    if let value = try moments() { return value }
    if let value = try choices() { return value }
    if Aggregate(rawValue: name) != nil {
      let hint =
        name == "min"
        ? "; of several columns it is `least`" : name == "max" ? "; of several columns it is `greatest`" : ""
      throw .formula("`\(name)` sums up rows, which only `group` does\(hint)", at: place)
    }
    throw .formula(
      "there is no function '\(name.excerpt)'", at: place,
      suggestion: nearestWord(to: name, among: FunctionCompiler.names + Aggregate.names))
  }

  // MARK: - Arguments

  private var parameters: String { FunctionCompiler.signatures.first { $0.name == name }?.parameters ?? "" }

  func fault(_ reason: String) -> InvalidValue { .formula("`\(name)(\(parameters))` \(reason)", at: place) }

  func check(_ counts: ClosedRange<Int>) throws(InvalidValue) {
    guard counts.contains(arguments.count) else {
      let expected =
        counts.upperBound == .max
        ? "at least \(counts.lowerBound)"
        : counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      throw fault("takes \(expected) values in its parentheses, got \(arguments.count)")
    }
  }

  func value(_ index: Int) throws(InvalidValue) -> FormulaValue { try compiler.value(of: arguments[index]) }

  func number(_ index: Int) throws(InvalidValue) -> Block<Double> {
    let value = try value(index)
    switch value {
    case .number(let block): return block
    case .nothing: return FormulaValue.constant(.nan)
    default: throw mismatch(index, value, "a number")
    }
  }

  func mismatch(_ index: Int, _ value: FormulaValue, _ expected: String) -> InvalidValue {
    fault("expects \(expected), and \(arguments[index].words) is \(value.words)")
  }

  func text(_ index: Int) throws(InvalidValue) -> TextValue {
    let value = try value(index)
    switch value {
    case .text(let text): return text
    case .nothing: return .nothing(compiler.run)
    default: throw mismatch(index, value, "a text")
    }
  }

  func moment(_ index: Int) throws(InvalidValue) -> Block<Double> {
    let value = try value(index)
    switch value {
    case .moment(let block): return block
    case .nothing: return FormulaValue.constant(.nan)
    case .text(let text) where text.constant != nil:
      let converted = try compiler.converted(value, arguments[index], to: .moment(FormulaValue.constant(.nan)))
      if case .moment(let block) = converted { return block }
      throw mismatch(index, value, "a moment")
    default: throw mismatch(index, value, "a moment")
    }
  }

  /// A text that is written out.
  func constantText(_ index: Int) throws(InvalidValue) -> String {
    guard let constant = try text(index).constant else {
      throw fault("expects a text that is written out, got \(arguments[index].words)")
    }
    return constant
  }

  /// A number that is written out.
  func constantNumber(_ index: Int) throws(InvalidValue) -> Double {
    guard case .number(let number) = arguments[index] else {
      throw fault("expects a number that is written out, got \(arguments[index].words)")
    }
    return number
  }
}
