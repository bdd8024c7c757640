import JSONModel

/// A curve through points.
public struct FitSpec: Hashable, Sendable {
  public enum Method: String, CaseIterable, Hashable, Sendable { case linear, polynomial, exponential, loess }

  public var x = ""
  public var y = ""
  public var method = Method.linear
  /// Of polynomials.
  public var degree: Int?
  /// Of loess: the share of points that each value is fitted to.
  public var span: Double?
  /// Of loess: how often points far away are given less weight.
  public var robust: Int?
  public var by: [String] = []
  public var name: String?
  /// The columns that get the equation and R².
  public var equation: String?
  public var rSquared: String?

  public init() {}

  static let schema = Schema.object(
    "Fit", "A curve through points, as a column with its value at each row.", initial: FitSpec()
  ) {
    Property("x", \.x, .column(), "The column of the positions: numbers, or moments.", required: true)
    Property("y", \.y, .column(), "The column of the values.", required: true)
    Property("method", \.method, .word(), "The kind of curve.")
    Property("degree", \.degree, .optional(.integer(min: 0, max: 10)), "Of polynomials; 2 if not given.")
    Property(
      "span", \.span, .optional(.number(above: 0, max: 1)),
      "Of loess: the share of all points that each value is fitted to; 0.75 if not given.")
    Property(
      "robust", \.robust, .optional(.integer(min: 0, max: 10)),
      "Of loess: how many times points far from the curve lose weight; 0 if not given.")
    Property("by", \.by, ColumnNames.schema, "A curve for each group of rows that are alike in these.")
    Property("as", \.name, .optional(.string(minLength: 1)), "The column of the curve's values; `fit` if not given.")
    Property("equation", \.equation, .optional(.string(minLength: 1)), "A column that gets the equation as text.")
    Property("r2", \.rSquared, .optional(.string(minLength: 1)), "A column that gets R².")
  }.validated { spec, faults throws(InvalidValue) in
    if spec.degree != nil, spec.method != .polynomial {
      try faults.add(InvalidValue("is of `method: polynomial`", at: .key("degree")))
    }
    for (key, isGiven) in [("span", spec.span != nil), ("robust", spec.robust != nil)]
    where isGiven && spec.method != .loess {
      try faults.add(InvalidValue("is of `method: loess`", at: .key(key)))
    }
    var made = [spec.name ?? "fit"]
    for (key, name) in [("equation", spec.equation), ("r2", spec.rSquared)] {
      guard let name else { continue }
      if made.contains(name) {
        try faults.add(
          InvalidValue("expected another name than '\(name.excerpt)', which the step makes already", at: .key(key)))
      }
      made.append(name)
    }
  }
}
