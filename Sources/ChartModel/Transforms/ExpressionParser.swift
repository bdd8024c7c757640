import JSONModel

/// Reads formulas by precedence climbing.
struct ExpressionParser {
  private var lexer: ExpressionLexer
  private var token: ExpressionToken
  private var depth = 0

  /// The most characters of a formula, and the most parts of one that lie in one another: recursion is bounded by them.
  static let (lengthLimit, depthLimit) = (10_000, 100)

  /// - Throws: ``InvalidValue`` without a path, which names the character.
  init(_ text: String) throws(InvalidValue) {
    guard text.utf8.count <= ExpressionParser.lengthLimit else {
      throw InvalidValue("expected a formula of at most \(ExpressionParser.lengthLimit) bytes, got \(text.utf8.count)")
    }
    lexer = ExpressionLexer(text)
    token = try lexer.token()
  }

  mutating func formula() throws(InvalidValue) -> Expression {
    guard token.kind != .end else { throw InvalidValue("expected a formula, such as gross - budget, got nothing") }
    let expression = try expression(1).tree
    guard token.kind == .end else { throw fault("expected an operator or the end") }
    return expression
  }

  /// A tree with how many parts of it lie in one another.
  private struct Part {
    var tree: Expression
    var height = 1
  }

  private func fault(_ reason: String) -> InvalidValue {
    .formula(token.kind == .end ? reason + ", but the formula ends here" : reason, at: token.place)
  }

  private mutating func advance() throws(InvalidValue) { token = try lexer.token() }

  private mutating func expect(_ kind: ExpressionToken.Kind, _ what: String) throws(InvalidValue) {
    guard token.kind == kind else { throw fault("expected \(what)") }
    try advance()
  }

  // MARK: - Operators

  /// An expression whose operators bind at least so tightly.
  private mutating func expression(_ least: Int) throws(InvalidValue) -> Part {
    depth += 1
    defer { depth -= 1 }
    guard depth <= ExpressionParser.depthLimit else { throw tooDeep(token.place) }
    var left = try prefixed(least)
    var isCompared = false
    while true {
      let place = token.place
      switch token.kind {
      case .operation(let operation) where operation.precedence >= least:
        if operation.isComparison {
          guard !isCompared else { throw chained(place) }
          isCompared = true
        }
        try advance()
        // Of powers the right one comes first.
        let right = try expression(operation == .power ? Expression.sign : operation.precedence + 1)
        left = try part(.binary(operation, left.tree, right.tree, at: place), [left, right], at: place)
      case .in where Expression.comparison >= least, .not where Expression.comparison >= least:
        guard !isCompared else { throw chained(place) }
        isCompared = true
        let isNegated = token.kind == .not
        if isNegated { try advance() }
        try expect(.in, "`in` after `not`, or an operator")
        let members = try list()
        left = try part(.member(left.tree, of: members.map(\.tree), at: place), [left] + members, at: place)
        if isNegated { left = try part(.not(left.tree, at: place), [left], at: place) }
      default: return left
      }
    }
  }

  private func chained(_ place: Int) -> InvalidValue {
    .formula("comparisons don't follow one another: write `a < b and b < c`", at: place)
  }

  private func tooDeep(_ place: Int) -> InvalidValue {
    .formula("more than \(ExpressionParser.depthLimit) parts lie in one another", at: place)
  }

  private func part(_ tree: Expression, _ parts: [Part], at place: Int) throws(InvalidValue) -> Part {
    let height = (parts.map(\.height).max() ?? 0) + 1
    guard height <= ExpressionParser.depthLimit else { throw tooDeep(place) }
    return Part(tree: tree, height: height)
  }

  private mutating func prefixed(_ least: Int) throws(InvalidValue) -> Part {
    let place = token.place
    switch token.kind {
    case .not:
      guard least <= Expression.negatedTruth else { throw fault("put `not …` in parentheses here") }
      try advance()
      let operand = try expression(Expression.negatedTruth)
      return try part(.not(operand.tree, at: place), [operand], at: place)
    case .operation(.minus):
      try advance()
      let operand = try expression(Expression.sign)
      if case .number(let number) = operand.tree { return Part(tree: .number(-number)) }
      return try part(.negation(operand.tree, at: place), [operand], at: place)
    case .operation(.plus):
      try advance()
      return try expression(Expression.sign)
    default: return try operand()
    }
  }

  // MARK: - Operands

  private mutating func operand() throws(InvalidValue) -> Part {
    let place = token.place
    let kind = token.kind
    switch kind {
    case .number(let number): try advance(); return Part(tree: .number(number))
    case .text(let text): try advance(); return Part(tree: .text(text))
    case .true: try advance(); return Part(tree: .truth(true))
    case .false: try advance(); return Part(tree: .truth(false))
    case .null: try advance(); return Part(tree: .missing)
    case .quotedName(let name): try advance(); return Part(tree: .column(name, at: place))
    case .name(let name):
      try advance()
      guard token.kind == .open else { return Part(tree: .column(name, at: place)) }
      try advance()
      let arguments = try elements(upTo: .close, "a comma or `)`")
      return try part(.call(name, arguments.map(\.tree), at: place), arguments, at: place)
    case .open:
      try advance()
      let inner = try expression(1)
      try expect(.close, "`)`")
      return inner
    default: throw fault("expected a column, a number, a text or a function")
    }
  }

  /// What stands after `in`.
  private mutating func list() throws(InvalidValue) -> [Part] {
    if token.kind == .open {
      try advance()
      return try elements(upTo: .close, "a comma or `)`")
    }
    try expect(.openList, "a list such as [1, 2] after `in`")
    return try elements(upTo: .closeList, "a comma or `]`")
  }

  private mutating func elements(
    upTo end: ExpressionToken.Kind, _ expectation: String
  ) throws(InvalidValue) -> [Part] {
    var elements: [Part] = []
    if token.kind == end {
      try advance()
      return elements
    }
    while true {
      elements.append(try expression(1))
      if token.kind == end {
        try advance()
        return elements
      }
      try expect(.comma, expectation)
    }
  }
}
