/// The types of PostgreSQL that are read in binary, by their numbers in pg_type.dat; all others come as texts.
enum PostgreSQLType: Hashable, Sendable {
  case bool
  case int2, int4, int8, float4, float8, numeric
  case date, timestamp, timestamptz
  case bytes
  case text
  case other

  init(_ oid: UInt32) {
    self =
      switch oid {
      case 16: .bool
      case 17: .bytes
      case 20: .int8
      case 21: .int2
      case 23: .int4
      case 25, 1043: .text
      case 700: .float4
      case 701: .float8
      case 1082: .date
      case 1114: .timestamp
      case 1184: .timestamptz
      case 1700: .numeric
      default: .other
      }
  }

  var kind: ResultKind {
    switch self {
    case .int2, .int4, .int8, .float4, .float8, .numeric: .numbers
    case .date, .timestamp: .clockTimes
    case .timestamptz: .moments
    case .bool, .bytes, .text, .other: .texts
    }
  }

  /// What people call it.
  var name: String {
    switch self {
    case .bool: "boolean"
    case .int2: "smallint"
    case .int4: "integer"
    case .int8: "bigint"
    case .float4: "real"
    case .float8: "double precision"
    case .numeric: "numeric"
    case .date: "date"
    case .timestamp: "timestamp"
    case .timestamptz: "timestamptz"
    case .bytes: "bytea"
    case .text: "text"
    case .other: "other"
    }
  }

  init?(named name: String) {
    let all: [PostgreSQLType] = [
      .bool, .int2, .int4, .int8, .float4, .float8, .numeric, .date, .timestamp, .timestamptz, .bytes, .text, .other,
    ]
    guard let type = all.first(where: { $0.name == name }) else { return nil }
    self = type
  }
}
