/// Positions and values of a type as a pyramid computes with them, in SQL.
///
/// What is called `finest`, `step` and `origin` there are constants of the functions: the finest width, the same as an
/// interval, and a moment before all others at which a bucket begins.
extension PostgreSQLType {
  var isMoment: Bool { self == .timestamptz || self == .timestamp }

  private var isWhole: Bool { self == .int2 || self == .int4 || self == .int8 }

  /// Whether lines can go along it.
  var canBePosition: Bool { isMoment || self == .date || canBeValue }

  var canBeValue: Bool { isWhole || self == .float4 || self == .float8 || self == .numeric }

  /// Whether its values are told from one another by their texts, and those are the same in all sessions.
  var canTellLines: Bool { isWhole || self == .text }

  /// A number as a double.
  func double(_ value: String) -> String {
    // What is nearer to 0 than doubles go is 0; the cast would fail.
    self == .numeric ? "(CASE WHEN abs(\(value)) < 1e-300 THEN 0 ELSE \(value) END)::float8" : "\(value)::float8"
  }

  /// Whether a value is there, and finite.
  func isFinite(_ value: String) -> String {
    switch self {
    case _ where isMoment || self == .date: "\(value) > '-infinity' AND \(value) < 'infinity'"
    case _ where isWhole: "\(value) IS NOT NULL"
    case .numeric: "\(value) >= -1.7976931348623157e308 AND \(value) <= 1.7976931348623157e308"
    // NaN is the greatest of all.
    default: "\(value) > '-Infinity' AND \(value) < 'Infinity'"
    }
  }

  /// A position as the number that charts have for it: of moments the nearest double of their milliseconds.
  func position(_ x: String) -> String {
    switch self {
    case _ where isMoment: "(extract(epoch FROM \(x)) * 1000)::float8"
    case .date: "(\(x) - DATE '1970-01-01') * 86400000::float8"
    default: double(x)
    }
  }

  /// About the same, for rows that are only put together with others near them.
  func roughPosition(_ x: String) -> String {
    isMoment ? "date_part('epoch', \(x)) * 1000" : position(x)
  }

  /// The bucket of the finest width in which a position lies.
  func bucket(_ x: String) -> String {
    isMoment
      ? "round(date_part('epoch', date_bin(step, \(x), origin)) * 1000 / finest)::bigint"
      : "floor(\(position(x)) / finest)::bigint"
  }

  /// The same, or the farthest one there is: never fails, whatever was noted.
  func nearestBucket(_ x: String) -> String {
    self == .float4 || self == .float8 || self == .numeric
      ? "floor(greatest(-4e18, least(4e18, \(position(x)) / finest)))::bigint" : bucket(x)
  }

  /// Where moments are counted from.
  var epoch: String {
    self == .timestamptz ? "TIMESTAMPTZ '1970-01-01 00:00Z'" : "TIMESTAMP '1970-01-01 00:00'"
  }

  enum Rounding: String {
    case down = "floor"
    case up = "ceil"
  }

  /// The position at which a bucket of the finest width begins; whole numbers and days are rounded.
  func start(ofBucket bucket: String, rounded rounding: Rounding = .down) -> String {
    switch self {
    case _ where isMoment: "\(epoch) + (\(bucket)) * step"
    case .date:
      "DATE '1970-01-01' + greatest(-2440588, least(2145042905, "
        + "\(rounding.rawValue)((\(bucket)) * (finest / 86400000))))::integer"
    case _ where isWhole:
      "greatest(-9223372036854775808, least(9223372036854775807, "
        + "\(rounding.rawValue)((\(bucket))::numeric * finest::numeric)))::bigint"
    case .numeric: "(\(bucket))::numeric * finest::numeric"
    default: "(\(bucket)) * finest"
    }
  }
}
