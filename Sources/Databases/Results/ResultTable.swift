package import OrderedCollections

/// What a query gave: typed columns in its order, equally long.
package struct ResultTable: Hashable, Sendable {
  package var columns: OrderedDictionary<String, ResultColumn>
  package var rowCount: Int
  /// All columns that there are, if only some were asked for.
  package var listed: [String]
  /// How many of the chart's steps were done by the database.
  package var stepCount: Int

  package init(
    columns: OrderedDictionary<String, ResultColumn>, rowCount: Int, listed: [String]? = nil, stepCount: Int = 0
  ) {
    (self.columns, self.rowCount, self.listed) = (columns, rowCount, listed ?? columns.keys.elements)
    self.stepCount = stepCount
  }
}

/// A column of a result.
package enum ResultColumn: Hashable, Sendable {
  /// NaN where there is none.
  case numbers([Double])
  /// Milliseconds since 1970 in UTC, NaN where there is none.
  case moments([Double])
  /// The same of days and times on clocks of nowhere in particular: what they are moments of depends on where they are read.
  case clockTimes([Double])
  case texts(TextCodes)

  package var count: Int {
    switch self {
    case .numbers(let numbers), .moments(let numbers), .clockTimes(let numbers): numbers.count
    case .texts(let texts): texts.codes.count
    }
  }

  /// Texts as numbers that stand for them: of a million rows with a hundred names each is kept once.
  package struct TextCodes: Hashable, Sendable {
    /// Indices of ``texts``; -1 where there is none.
    package var codes: [Int32]
    package var texts: [String]

    package init(codes: [Int32] = [], texts: [String] = []) { (self.codes, self.texts) = (codes, texts) }
  }
}

/// Moments as results have them.
enum ResultMoment {
  /// Milliseconds of a count of parts of a second: whole ones first, so that those stay whole.
  /// - Parameter perSecond: A power of ten.
  static func milliseconds(_ ticks: Int64, perSecond: Int64) -> Double {
    guard perSecond > 1_000 else { return Double(ticks) * Double(1_000 / max(perSecond, 1)) }
    let divisor = perSecond / 1_000
    let (whole, rest) = ticks.quotientAndRemainder(dividingBy: divisor)
    return Double(whole) + Double(rest) / Double(divisor)
  }
}

/// What a column of a query holds, as far as charts care.
package enum ResultKind: String, Hashable, Sendable {
  case numbers
  case moments
  case clockTimes
  case texts
}

/// A column that a query will give.
package struct ColumnDescription: Hashable, Sendable {
  /// As what an engine is asked for a column.
  package enum Form: String, Hashable, Sendable {
    /// As it is.
    case itself
    case text
    /// As the nearest double.
    case number
  }

  package var name: String
  package var kind: ResultKind
  /// What the engine calls its type: `timestamptz`.
  package var type: String
  package var form: Form

  package init(name: String, kind: ResultKind, type: String, form: Form = .itself) {
    (self.name, self.kind, self.type, self.form) = (name, kind, type, form)
  }
}
