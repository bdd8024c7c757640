import OrderedCollections
import POSIX

/// Whatever has a driver of ADBC: DuckDB and its Parquet files, Flight SQL, Snowflake, BigQuery and more.
struct ADBCEngine: DatabaseEngine {
  static let names = ["adbc"]

  let dialect: any SQLDialect
  private let kind: ADBCDialect
  private let settings: ConnectionSettings
  private let place: ADBCPlace

  init(_ settings: ConnectionSettings) throws(DatabaseFault) {
    func fault(_ reason: String) -> DatabaseFault {
      DatabaseFault(.connection, "the connection '\(settings.name)' \(reason)")
    }
    guard let driver = settings.parameters["driver"] else {
      throw fault("names no `driver`, such as duckdb or flightsql")
    }
    self.settings = settings
    place = try ADBCPlace(driver, entry: settings.parameters["entrypoint"])
    if let name = settings.parameters["dialect"] {
      guard let kind = ADBCDialect(rawValue: name) else {
        throw fault(
          "has the dialect '\(name.prefix(60))'; there are "
            + ADBCDialect.allCases.map(\.rawValue).joined(separator: ", "))
      }
      self.kind = kind
    } else {
      kind = ADBCDialect(driver: place.path)
    }
    guard kind == .duckdb || settings.directories.isEmpty else {
      throw fault("has `directories`, which only DuckDB reads files in")
    }
    dialect = kind
  }

  func openSession(_ watch: QueryWatch) throws(DatabaseFault) -> any DatabaseSession {
    let password = try settings.password.password(for: settings.name, watch)
    if password != nil { ProcessMemory.forbidCoreFiles() }
    var options = options
    let secret = password.map { password in
      kind == .postgresql
        ? ("uri", PostgreSQLAddress.text(ofOptions: &options, with: password)) : ("password", password)
    }
    return try ADBCSession(
      try ADBCDriver(place), name: settings.name, options: options.map { ($0.key, $0.value) }, secret: secret,
      password: password,
      start: kind.start(settings), dialect: kind, functions: settings.functions, watch)
  }

  /// What the driver is told of the database, by the specification's names or its own.
  private var options: OrderedDictionary<String, String> {
    var options = settings.parameters
    for own in ["driver", "entrypoint", "dialect"] { options[own] = nil }
    if let url = settings.url { options["uri"] = options["uri"] ?? url }
    if kind != .postgresql, let user = options.removeValue(forKey: "user") { options["username"] = user }
    if kind == .duckdb {
      if let path = options.removeValue(forKey: "dbname") ?? options.removeValue(forKey: "uri") {
        options["path"] = path
      }
      // What lies in memory has nothing in it that could be changed, and cannot be opened so.
      if let path = options["path"], path != ":memory:" { options["access_mode"] = "READ_ONLY" }
    }
    return options
  }
}

/// The address of a server of PostgreSQL, which is all that its driver is told.
private enum PostgreSQLAddress {
  /// The address with the password in it, in place of the options that it is made of.
  static func text(ofOptions options: inout OrderedDictionary<String, String>, with password: Secret) -> Secret {
    if let address = options.removeValue(forKey: "uri") {
      let mark = address.contains("?") ? "&" : "?"
      return password.map { address + mark + "password=" + PercentEncoding.encoded($0) }
    }
    let words = options.filter { !$0.key.hasPrefix("adbc.") }
    for key in words.keys { options[key] = nil }
    func quoted(_ text: String) -> String {
      "'" + SQLQuote.escaped(text, ["\\", "'"], by: "\\") + "'"
    }
    return password.map { password in
      (words.map { ($0.key, $0.value) } + [("password", password)]).map { "\($0.0)=\(quoted($0.1))" }.joined(
        separator: " ")
    }
  }
}

/// The SQL of what drivers speak with.
enum ADBCDialect: String, CaseIterable, SQLDialect {
  case standard
  case duckdb
  case postgresql
  case spark

  /// As a driver's name says.
  init(driver name: String) {
    self = [.duckdb, .postgresql].first { name.contains($0.rawValue) } ?? .standard
  }

  var name: String { "adbc." + rawValue }

  func quoted(_ name: String) -> String {
    let quote: Unicode.Scalar = self == .spark ? "`" : "\""
    return "\(quote)" + SQLQuote.doubled(name, quote) + "\(quote)"
  }

  // Drivers differ in whether they have parameters, and how those are written.
  func write(_ value: SQLValue, to writer: inout SQLWriter) {
    switch value {
    case .number(let number):
      writer.write(numberCast.before + "'" + PostgreSQLDialect.text(of: .number(number)) + "'" + numberCast.after)
    case .truth(let truth): writer.write(truth ? "TRUE" : "FALSE")
    case .whole(let number): writer.write("\(number)")
    case .moment(let milliseconds):
      writer.write("CAST('\(SQLMoment.text(milliseconds, digits: 6))' AS TIMESTAMP WITH TIME ZONE)")
    case .text(let text):
      // No engine here has texts with it.
      var kept = String.UnicodeScalarView()
      kept.append(contentsOf: text.unicodeScalars.lazy.filter { $0 != "\0" })
      let text = String(kept)
      switch self {
      case .duckdb, .postgresql: writer.write(SQLQuote.literal(text))
      case .spark: writer.write("'" + SQLQuote.escaped(text, ["\\", "'"], by: "\\") + "'")
      case .standard:
        // Whether a backslash is one is not the same everywhere.
        writer.write(
          "("
            + text.unicodeScalars.split(separator: "\\", omittingEmptySubsequences: false).map {
              SQLQuote.literal(String($0))
            }.joined(
              separator: " || CHR(92) || ") + ")")
      }
    }
  }

  var momentDigits: Int { 6 }
  var hasLateral: Bool { self == .postgresql }
  var hasSamples: Bool { self == .postgresql }
  var joinWord: String { self == .postgresql ? PostgreSQLDialect.fullJoin : "JOIN" }
  var computingOnce: String { self == .postgresql ? PostgreSQLDialect.offset : "" }

  func writeSample(of table: [String], to writer: inout SQLWriter) {
    PostgreSQLDialect.writeSample(of: table, in: self, to: &writer)
  }

  func canDivide(momentsEvery milliseconds: Double) -> Bool {
    self != .postgresql || PostgreSQLDialect.canDivide(momentsEvery: milliseconds)
  }

  func canWrite(moment milliseconds: Double) -> Bool {
    switch self {
    case .duckdb, .postgresql: SQLMoment.isWritten(milliseconds, digits: 6)
    case .spark, .standard: false
    }
  }

  func template(of function: SQLFunction) -> String? {
    switch self {
    case .postgresql: return PostgreSQLDialect.templates[function]
    case .duckdb:
      if let template = ADBCDialect.duckDBTemplates[function] { return template }
      // A day, or more of the calendar, begins where its clocks show that.
      guard let template = PostgreSQLDialect.templates[function] else { return nil }
      return template.hasPrefix("date_trunc(")
        ? template.replacing("{0}, {1})", with: "{0} AT TIME ZONE {1}) AT TIME ZONE {1}") : template
    case .spark:
      // These are of 64 bits there, which most doubles are beyond.
      if function == .floor || function == .ceiling { return nil }
      return ADBCDialect.sparkTemplates[function] ?? ADBCDialect.standardTemplates[function]
    case .standard: return ADBCDialect.standardTemplates[function]
    }
  }

  private static let duckDBTemplates: [SQLFunction: String] = [
    .byteOrdered: "{0}", .quantile: "quantile_cont({0}, {1})", .ends: "ends_with({0}, {1})", .length: "length({0})",
    .presentNumber: "CASE WHEN isnan({0}) THEN NULL ELSE {0} END",
    .columnOfMoment: "floor(epoch_us({0}) / 1000 / {1})",
  ]

  private static let sparkTemplates: [SQLFunction: String] = [
    .presentNumber: "CASE WHEN isnan({0}) THEN NULL ELSE {0} END", .joined: "concat({0}, {1})",
    .columnOfNumber: "CAST(floor({0} / {1}) AS DOUBLE)",
    .columnOfMoment: "CAST(floor(unix_micros({0}) / 1000 / {1}) AS DOUBLE)",
  ]

  /// What all engines have.
  private static let standardTemplates: [SQLFunction: String] = [
    .absolute: "abs({0})", .floor: "floor({0})", .ceiling: "ceil({0})", .squareRoot: "sqrt({0})",
    .presentText: "NULLIF({0}, '')", .byteOrdered: "{0}", .length: "char_length({0})",
    .rowCount: "count(*)", .count: "count({0})", .distinctCount: "count(DISTINCT {0})", .sum: "sum({0})",
    .mean: "avg({0})", .least: "min({0})", .greatest: "max({0})", .deviation: "stddev_samp({0})",
  ]

  var textCast: (before: String, after: String) {
    switch self {
    case .standard, .duckdb: ("CAST(", " AS VARCHAR)")
    case .postgresql: ("CAST(", " AS text)")
    case .spark: ("CAST(", " AS STRING)")
    }
  }

  var numberCast: (before: String, after: String) {
    switch self {
    case .standard, .postgresql: ("CAST(", " AS DOUBLE PRECISION)")
    case .duckdb, .spark: ("CAST(", " AS DOUBLE)")
    }
  }

  /// How written queries are looked at.
  var rules: SQLTokens.Rules {
    switch self {
    case .postgresql: SQLTokens.Rules()
    case .duckdb:
      SQLTokens.Rules(hasBackslashes: false, nestsComments: nil, hasDollarQuotes: false, refused: [UInt8(ascii: "$")])
    case .spark:
      SQLTokens.Rules(
        hasBackslashes: true, nestsComments: nil, hasDollarQuotes: false, hasBackticks: true,
        refused: [UInt8(ascii: "$"), UInt8(ascii: "#")])
    case .standard:
      SQLTokens.Rules(
        hasBackslashes: nil, nestsComments: nil, hasDollarQuotes: false,
        refused: [UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "`")])
    }
  }

  /// The functions that written queries may call, in lower case.
  var functions: Set<String> {
    switch self {
    case .postgresql: PostgreSQLDialect.functions
    case .duckdb: PostgreSQLDialect.functions.union(ADBCDialect.duckDBFunctions)
    case .spark, .standard: ADBCDialect.standardFunctions
    }
  }

  /// What functions can be qualified with.
  var schemas: Set<String> { self == .postgresql ? ["pg_catalog"] : [] }

  /// What is said to a server when a session begins, so that nothing can be changed in it.
  func start(_ settings: ConnectionSettings) -> [String] {
    switch self {
    case .postgresql:
      return [
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY", "SET standard_conforming_strings = on",
        "SET statement_timeout = \(min(settings.limits.time.components.seconds, 86_400) * 1_000 + 1_500)",
      ]
    case .duckdb:
      let directories = settings.directories.map { directory in
        // A folder's name ends so, or it would be a file.
        SQLQuote.literal(directory.hasSuffix("/") ? directory : directory + "/")
      }
      return [
        "SET allowed_directories = [" + directories.joined(separator: ", ") + "]", "SET enable_external_access = false",
        "SET autoinstall_known_extensions = false", "SET lock_configuration = true",
      ]
    case .spark, .standard: return []
    }
  }

  private static let duckDBFunctions = Set(
    """
    any_value arg_max arg_min approx_count_distinct approx_quantile array_distinct array_slice array_sort bar bin century \
    contains current_localtimestamp datediff date_diff datepart datesub date_sub datetrunc day dayname dayofmonth dayofweek \
    dayofyear decade editdist3 ends_with entropy epoch epoch_ms epoch_ns epoch_us favg fdiv first flatten fmod fsum generate_series geomean \
    geometric_mean hamming hash histogram hour ifnull instr isinf isnan isodow isoyear jaccard kahan_sum kurtosis last last_day \
    len levenshtein lgamma list list_aggregate list_avg list_concat list_contains list_count list_distinct list_extract \
    list_filter list_max list_min list_sort list_sum list_transform list_value mad make_timestamp_ms make_timestamp_ns max_by median \
    microsecond millisecond min_by minute month monthname parquet_scan prefix printf product quantile quantile_cont quantile_disc quarter range \
    read_csv read_csv_auto read_json read_json_auto read_ndjson read_parquet regexp_extract regexp_extract_all regexp_full_match \
    round_even second sem skewness split str_split strftime string_split strip_accents strptime struct_extract struct_pack \
    suffix time_bucket timezone_hour timezone_minute today try_cast to_days to_hours to_minutes to_months to_seconds to_timestamp \
    to_years ucase unicode week weekday weekofyear year yearweek
    """.split(separator: " ").map(String.init))

  /// Those of most engines, and of Spark's.
  private static let standardFunctions = Set(
    """
    abs acos acosh approx_count_distinct approx_percentile array array_contains array_distinct array_join array_max array_min \
    array_size array_sort ascii asin asinh atan atan2 atanh avg bit_and bit_count bit_length bit_or bit_xor bround cast cbrt \
    ceil ceiling char char_length character_length coalesce collect_list collect_set concat concat_ws contains corr cos cosh cot \
    count count_if covar_pop covar_samp cume_dist current_date current_timestamp date date_add date_bin date_diff date_format \
    date_from_unix_date date_part date_sub date_trunc datediff day dayofmonth dayofweek dayofyear decode degrees dense_rank \
    div e elt encode endswith every exp explode expm1 extract factorial filter first first_value flatten floor format_number \
    format_string from_unixtime get_json_object greatest grouping_id hex hour hypot if ifnull initcap instr isnan isnotnull isnull \
    json_array_length json_object_keys kurtosis lag last last_day last_value lcase lead least left length levenshtein ln locate \
    log log10 log1p log2 lower lpad ltrim make_date make_timestamp map map_keys map_values max max_by md5 mean median min \
    min_by minute mod mode month months_between named_struct nanvl next_day now nth_value ntile nullif nvl nvl2 octet_length \
    overlay percent_rank percentile percentile_approx percentile_cont percentile_disc pi pmod position posexplode power pow quarter \
    radians rand random range rank regexp_count regexp_extract regexp_extract_all regexp_like regexp_replace regexp_substr \
    regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse right rint \
    round row_number rpad rtrim second sequence sha1 sha2 sign signum sin sinh size skewness slice some sort_array split \
    split_part sqrt startswith std stddev stddev_pop stddev_samp string struct substr substring substring_index sum tan tanh \
    timestamp timestamp_micros timestamp_millis timestamp_seconds to_char to_date to_number to_timestamp transform translate trim \
    trunc truncate try_add try_cast try_divide typeof ucase unhex unix_date unix_micros unix_millis unix_seconds unix_timestamp upper \
    var_pop var_samp variance weekday weekofyear when width_bucket window year zip_with unnest generate_series
    """.split(separator: " ").map(String.init))
}
