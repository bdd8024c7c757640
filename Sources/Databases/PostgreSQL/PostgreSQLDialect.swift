import JSONModel

/// SQL as PostgreSQL has it.
struct PostgreSQLDialect: SQLDialect {
  let name = "postgresql"

  func quoted(_ name: String) -> String { "\"" + SQLQuote.doubled(name, "\"") + "\"" }

  func write(_ value: SQLValue, to writer: inout SQLWriter) {
    // The type is told besides, so that the server need not guess.
    let type: String
    switch value {
    case .number: type = "double precision"
    case .text: type = "text"
    case .truth: type = "boolean"
    case .moment: type = "timestamptz"
    case .whole(let number):
      writer.write("\(number)")
      return
    }
    writer.write("$\(writer.add(parameter: value))::\(type)")
  }

  let textCast = (before: "CAST(", after: " AS text)")
  let numberCast = (before: "CAST(", after: " AS double precision)")

  let pyramidColumns: PyramidColumns? = .plain

  let momentDigits = 6
  let hasLateral = true
  let hasSamples = true
  let joinWord = PostgreSQLDialect.fullJoin
  let computingOnce = PostgreSQLDialect.offset

  /// Both sides of what is joined here have the same keys, so a full join gives what an inner one does, but is never carried out as a
  /// loop in a loop: the planner takes that where it expects few rows, and of conditions on what is computed it always does. It took
  /// more than 30 s for 360,000 rows in place of 0.5 s.
  static let fullJoin = "FULL JOIN"

  /// A query with it is no longer written out in the one around it, with all that it computes in each place where that is named. Of 31,000
  /// rows their columns took 11 ms in place of 23, and with the rows that are drawn 23 in place of 30.
  static let offset = " OFFSET 0"

  func writeSample(of table: [String], to writer: inout SQLWriter) {
    PostgreSQLDialect.writeSample(of: table, in: self, to: &writer)
  }

  /// All rows of 64 of the table's blocks, or of those of its partitions: their sizes are known even where nobody counted its rows.
  static func writeSample(of table: [String], in dialect: any SQLDialect, to writer: inout SQLWriter) {
    let name = dialect.qualified(table)
    func writeName() {
      writer.write("CAST(")
      dialect.write(.text(name), to: &writer)
      writer.write(" AS regclass)")
    }
    writer.write(
      name + " TABLESAMPLE SYSTEM (6400 / (SELECT greatest(64, greatest(sum(pg_relation_size(relid)), pg_relation_size("
    )
    writeName()
    // A table that is no part of another has no tree.
    writer.write(")) / CAST(current_setting('block_size') AS integer)) FROM pg_partition_tree(")
    writeName()
    writer.write(")))")
  }

  func canDivide(momentsEvery milliseconds: Double) -> Bool { PostgreSQLDialect.canDivide(momentsEvery: milliseconds) }

  /// Intervals have whole microseconds.
  static func canDivide(momentsEvery milliseconds: Double) -> Bool {
    milliseconds * 1_000 >= 1 && (milliseconds * 1_000).rounded() == milliseconds * 1_000 && milliseconds < 1e14
  }

  func canWrite(moment milliseconds: Double) -> Bool { SQLMoment.isWritten(milliseconds, digits: 6) }

  func template(of function: SQLFunction) -> String? { PostgreSQLDialect.templates[function] }

  /// Those of its own, and those that drivers of ADBC share.
  static let templates: [SQLFunction: String] = {
    var templates: [SQLFunction: String] = [
      .absolute: "abs({0})", .floor: "floor({0})", .ceiling: "ceil({0})", .truncated: "trunc({0})",
      .squareRoot: "sqrt({0})", .exponential: "exp({0})", .naturalLogarithm: "ln({0})",
      .decimalLogarithm: "log10({0})", .power: "power({0}, {1})", .sine: "sin({0})", .cosine: "cos({0})",
      .presentNumber: "NULLIF({0}, 'NaN'::double precision)", .joined: "({0} || {1})", .length: "char_length({0})",
      .replaced: "replace({0}, {1}, {2})", .contains: "(position({1} IN {0}) > 0)", .begins: "starts_with({0}, {1})",
      .ends: "(right({0}, char_length({1})) = {1})", .rest: "substr({0}, {1})", .substring: "substr({0}, {1}, {2})",
      .byteOrdered: "({0} COLLATE \"C\")", .presentText: "NULLIF({0}, '')",
      .momentOfClock: "({0} AT TIME ZONE {1})", .clockOfMoment: "({0} AT TIME ZONE {1})",
      .columnOfNumber: "floor({0} / {1})",
      .columnOfMoment:
        "date_bin({1} * interval '1 millisecond', {0}, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00')",
      .rowCount: "count(*)", .count: "count({0})",
      .distinctCount: "count(DISTINCT {0})", .sum: "sum({0})", .mean: "avg({0})", .least: "min({0})",
      .greatest: "max({0})", .deviation: "stddev_samp({0})",
      .quantile: "percentile_cont({1}) WITHIN GROUP (ORDER BY {0})",
      .startOfSeconds: "to_timestamp(floor(extract(epoch FROM {0}) / {1}) * {1})",
      .weekday: "CAST(extract(isodow FROM {0} AT TIME ZONE {1}) AS double precision)",
      .dayOfYear: "CAST(extract(doy FROM {0} AT TIME ZONE {1}) AS double precision)",
      .second: "CAST(floor(extract(second FROM {0} AT TIME ZONE {1})) AS double precision)",
    ]
    let parts: [SQLFunction: String] = [
      .year: "year", .quarter: "quarter", .month: "month", .week: "week", .day: "day", .hour: "hour", .minute: "minute",
    ]
    for (function, part) in parts {
      templates[function] = "CAST(extract(\(part) FROM {0} AT TIME ZONE {1}) AS double precision)"
    }
    let starts: [SQLFunction: String] = [
      .startOfSecond: "second", .startOfMinute: "minute", .startOfHour: "hour", .startOfDay: "day",
      .startOfWeek: "week",
      .startOfMonth: "month", .startOfQuarter: "quarter", .startOfYear: "year",
    ]
    for (function, unit) in starts { templates[function] = "date_trunc('\(unit)', {0}, {1})" }
    return templates
  }()

  /// A value as PostgreSQL reads it in text.
  static func text(of value: SQLValue) -> String {
    switch value {
    case .number(let number):
      number.isNaN ? "NaN" : number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : JSON(number).text
    case .text(let text): text
    case .truth(let truth): truth ? "t" : "f"
    case .whole(let number): "\(number)"
    case .moment(let milliseconds): SQLMoment.text(milliseconds, digits: 6)
    }
  }

  /// The functions of PostgreSQL that compute something of their arguments and of the rows, and nothing else.
  static let functions: Set<String> = Set(
    """
    abs acos acosd acosh age array_agg array_append array_cat array_length array_lower array_ndims array_position array_positions \
    array_prepend array_remove array_replace array_to_json array_to_string array_upper ascii asin asind asinh atan atan2 atan2d atand \
    atanh avg bit_and bit_length bit_or bit_xor bool_and bool_or btrim cardinality cast cbrt ceil ceiling char_length character_length \
    chr clock_timestamp coalesce concat concat_ws convert_from convert_to corr cos cosd cosh cot cotd count covar_pop covar_samp \
    cume_dist current_date current_time current_timestamp date date_bin date_part date_trunc decode degrees dense_rank div encode \
    erf erfc every exp extract factorial first_value floor format gcd generate_series generate_subscripts greatest host initcap \
    isempty isfinite json_agg json_array_elements json_array_elements_text json_array_length json_build_array json_build_object \
    json_each json_each_text json_extract_path json_extract_path_text json_object json_object_agg json_object_keys json_typeof \
    jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each \
    jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_object_agg jsonb_object_keys jsonb_path_exists \
    jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_typeof justify_days justify_hours justify_interval lag \
    last_value lcm lead least left length ln localtime localtimestamp log log10 lower lower_inc lower_inf lpad ltrim make_date \
    make_interval make_time make_timestamp make_timestamptz masklen max md5 min min_scale mod mode now nth_value ntile nullif \
    num_nonnulls num_nulls numrange octet_length overlay parse_ident percent_rank percentile_cont percentile_disc pi position power \
    quote_ident quote_literal radians random range_agg rank regexp_count regexp_instr regexp_like regexp_match regexp_matches \
    regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count regr_intercept regr_r2 \
    regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse right round row_number row_to_json rpad rtrim scale sign sin sind \
    sinh split_part sqrt starts_with statement_timestamp stddev stddev_pop stddev_samp string_agg string_to_array string_to_table \
    strpos substr substring sum tan tand tanh text timeofday timezone to_char to_date to_hex to_json to_jsonb to_number \
    to_timestamp transaction_timestamp translate trim trim_array trim_scale trunc tsrange tstzrange daterange int4range int8range \
    unnest upper upper_inc upper_inf var_pop var_samp variance width_bucket int2 int4 int8 float4 float8 bool timestamptz
    """.split(separator: " ").map(String.init))
}
