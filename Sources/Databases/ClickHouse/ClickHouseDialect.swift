import JSONModel

/// SQL as ClickHouse has it.
struct ClickHouseDialect: SQLDialect {
  /// What follows `#` or a `$`, and comments in comments, are this or that, as the version has it: a query with such is refused.
  static let rules = SQLTokens.Rules(
    hasBackslashes: true, nestsComments: nil, hasDollarQuotes: false, hasBackticks: true,
    refused: [UInt8(ascii: "#"), UInt8(ascii: "$")])

  let name = "clickhouse"

  func quoted(_ name: String) -> String { "`" + ClickHouseDialect.escaped(name, quote: "`") + "`" }

  // Parameters came with version 19; what is quoted here is quoted by its own rules, which have one sign that escapes.
  func write(_ value: SQLValue, to writer: inout SQLWriter) {
    switch value {
    case .number(let number):
      let text = number.isNaN ? "nan" : number.isInfinite ? "inf" : JSON(number.magnitude).text
      writer.write("toFloat64(\(number.sign == .minus && !number.isNaN ? "-" : "")\(text))")
    case .text(let text): writer.write("'" + ClickHouseDialect.escaped(text, quote: "'") + "'")
    case .truth(let truth): writer.write(truth ? "1" : "0")
    case .whole(let number): writer.write("\(number)")
    // In range: `canWrite(moment:)` was asked before.
    case .moment(let milliseconds):
      writer.write("toDateTime(\(Int64(exactly: (milliseconds / 1_000).rounded(.down)) ?? 0))")
    }
  }

  let textCast = (before: "toString(", after: ")")
  let numberCast = (before: "toFloat64(", after: ")")

  let joinWord = "ALL INNER JOIN"
  let hasSamples = true

  /// Of 8,192 rows one. Nothing finds them without going through all, but so are those ends gone through that would be asked for else,
  /// and then there is still to be asked for what lies between them.
  func writeSample(of table: [String], to writer: inout SQLWriter) {
    writer.write("(SELECT * FROM " + qualified(table) + " WHERE rowNumberInAllBlocks() % 8192 = 0) AS `q`")
  }

  let momentDigits = 0

  let pyramidColumns: PyramidColumns? = {
    func pair(_ column: String, _ first: SQLFunction, _ second: SQLFunction) -> (SQLExpression, SQLExpression) {
      (.call(first, [.column(column)]), .call(second, [.column(column)]))
    }
    let first = pair("ck_first", .firstOfLeastPair, .secondOfLeastPair)
    let last = pair("ck_last", .firstOfGreatestPair, .secondOfGreatestPair)
    let low = pair("ck_low", .firstOfLeastPair, .secondOfLeastPair)
    let high = pair("ck_high", .firstOfLeastPair, .secondOfLeastPair)
    return PyramidColumns(
      series: "ck_series", width: "ck_width", bucket: "ck_bucket", isMerged: true,
      rows: .call(.mergedSum, [.column("ck_rows")]), missing: .call(.mergedSum, [.column("ck_missing")]),
      start: .call(.mergedLeast, [.column("ck_start")]), first: first, least: (low.1, low.0),
      // The greatest is kept as the least of what it is less than 0.
      greatest: (high.1, .negated(high.0)), last: last)
  }()

  /// Its moments have whole seconds, from 1970 to 2106.
  func canWrite(moment milliseconds: Double) -> Bool {
    milliseconds >= 0 && milliseconds < 4_294_967_296_000 && SQLMoment.isWritten(milliseconds, digits: 0)
  }

  func template(of function: SQLFunction) -> String? { ClickHouseDialect.templates[function] }

  private static let templates: [SQLFunction: String] = {
    // All values, sorted, and how many there are.
    let (sorted, last) = ("arraySort(groupArray({0}))", "(count({0}) - 1) * {1}")
    let (low, high) = ("\(sorted)[toUInt64(floor(\(last))) + 1]", "\(sorted)[toUInt64(ceil(\(last))) + 1]")
    let (pair, isPair) = ("(assumeNotNull({0}), assumeNotNull({1}))", "isNotNull({0}) AND isNotNull({1})")
    var templates: [SQLFunction: String] = [
      .absolute: "abs({0})", .floor: "floor({0})", .ceiling: "ceil({0})", .truncated: "trunc({0})",
      .squareRoot: "sqrt({0})", .exponential: "exp({0})", .naturalLogarithm: "log({0})",
      .decimalLogarithm: "log10({0})", .power: "pow({0}, {1})", .sine: "sin({0})", .cosine: "cos({0})",
      .presentNumber: "if(isNaN({0}), NULL, {0})", .joined: "concat({0}, {1})", .length: "toFloat64(lengthUTF8({0}))",
      .replaced: "replaceAll({0}, {1}, {2})", .contains: "(position({0}, {1}) > 0)", .begins: "startsWith({0}, {1})",
      .ends: "endsWith({0}, {1})", .rest: "substringUTF8({0}, {1}, 1000000000)",
      .substring: "substringUTF8({0}, {1}, {2})", .byteOrdered: "{0}", .presentText: "nullIf({0}, '')",
      .momentOfClock: "toDateTime({0}, {1})", .columnOfNumber: "floor({0} / {1})",
      .columnOfMoment: "floor(toFloat64(toUInt32({0})) * 1000 / {1})", .rowCount: "count()", .count: "count({0})",
      .distinctCount: "uniqExact({0})", .sum: "sum({0})", .mean: "avg({0})", .least: "min({0})", .greatest: "max({0})",
      .deviation: "if(count({0}) > 1, stddevSamp({0}), NULL)",
      .quantile: "if(count({0}) = 0, NULL, \(low) + (\(last) - floor(\(last))) * (\(high) - \(low)))",
      .startOfSeconds: "toDateTime(intDiv(toUInt32({0}), toUInt32({1})) * toUInt32({1}))",
      .valueOfLeast: "tupleElement(minIf(\(pair), \(isPair)), 2)",
      .valueOfGreatest: "tupleElement(maxIf(\(pair), \(isPair)), 2)",
      .mergedSum: "sumMerge({0})", .mergedLeast: "minMerge({0})",
      .firstOfLeastPair: "tupleElement(minIfMerge({0}), 1)", .secondOfLeastPair: "tupleElement(minIfMerge({0}), 2)",
      .firstOfGreatestPair: "tupleElement(maxIfMerge({0}), 1)",
      .secondOfGreatestPair: "tupleElement(maxIfMerge({0}), 2)",
    ]
    let parts: [SQLFunction: String] = [
      .year: "toYear", .quarter: "toQuarter", .month: "toMonth", .week: "toISOWeek", .day: "toDayOfMonth",
      .weekday: "toDayOfWeek", .dayOfYear: "toDayOfYear", .hour: "toHour", .minute: "toMinute", .second: "toSecond",
    ]
    for (function, name) in parts { templates[function] = "toFloat64(\(name)({0}, {1}))" }
    let starts: [SQLFunction: String] = [
      .startOfWeek: "toMonday", .startOfMonth: "toStartOfMonth", .startOfQuarter: "toStartOfQuarter",
      .startOfYear: "toStartOfYear",
    ]
    for (function, name) in starts { templates[function] = "toDateTime(\(name)({0}, {1}), {1})" }
    templates[.startOfDay] = "toStartOfDay({0}, {1})"
    templates[.startOfHour] = "toStartOfHour({0}, {1})"
    templates[.startOfMinute] = "toStartOfMinute({0}, {1})"
    templates[.startOfSecond] = "{0}"
    return templates
  }()

  static func escaped(_ text: String, quote: Unicode.Scalar) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", quote: escaped.append(contentsOf: ["\\", scalar])
      case "\0": escaped.append(contentsOf: ["\\", "0"])
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The functions of ClickHouse that compute something of their arguments and of the rows, and nothing else, in lower case. None of
  /// them reads a file, an address, another table, a dictionary or a setting, or waits.
  static let functions: Set<String> = Set(
    """
    abs acos acosh adddays addhours addminutes addmonths addquarters addseconds addweeks addyears and any anyheavy anylast \
    appendtrailingcharifabsent argmax argmin array arrayall arrayavg arrayconcat arraycount arraycumsum arraydifference \
    arraydistinct arrayelement arrayenumerate arrayexists arrayfilter arrayfirst arrayfirstindex arrayjoin arraymap arraymax \
    arraymin arraypopback arraypopfront arraypushback arraypushfront arrayreduce arrayreverse arrayslice arraysort arraysum \
    arrayuniq ascii asin asinh assumenotnull atan atan2 atanh avg avgweighted bar base64decode base64encode bitand bitnot bitor \
    bitxor casewithexpression cast cbrt ceil ceiling char coalesce concat corr cos cosh count countequal countif countsubstrings \
    covarpop covarsamp date datediff datename date_diff date_trunc datetrunc dense_rank divide e empty endswith equals erf erfc \
    exp exp10 exp2 extract extractall extracttextfromhtml first_value floor formatdatetime gcd greater greaterorequals greatest \
    grouparray groupuniqarray has hasall hasany hex histogram hypot if ifnotfinite ifnull ignore in indexof initcap intdiv \
    intdivorzero intexp10 intexp2 isfinite isinfinite isnan isnotnull isnull isvaliddate jsonextract jsonextractfloat \
    jsonextractint jsonextractraw jsonextractstring jsonhas jsonlength kurtpop kurtsamp laginframe lag last_value lcm lead \
    leadinframe least left length lengthutf8 less lessorequals lgamma like ln log log10 log1p log2 lower lowerutf8 makedate \
    makedatetime map mapkeys mapvalues match max max2 maxif md5 median medianexact min min2 minif minus modulo multiif multiply \
    negate not notempty notequals notin notlike now nth_value ntile nullif number numbers or pi plus pow power quantile \
    quantileexact quantileexactweighted quantiles quantilesexact quantiletdigest quantiletiming quarter rand rank replace \
    replaceall replaceone replaceregexpall replaceregexpone reverse reverseutf8 right round roundage roundbankers rounddown \
    roundtoexp2 row_number runningdifference runningaccumulate sigmoid sign simplelinearregression sin sinh siphash64 skewpop \
    skewsamp splitbychar splitbystring sqrt startswith stddevpop stddevsamp stddev_pop stddev_samp substring substringutf8 \
    subtractdays subtracthours subtractminutes subtractmonths subtractquarters subtractseconds subtractweeks subtractyears sum \
    sumif sumkahan summap tan tanh tgamma timeslot timezone today todate todate32 todatetime todatetime64 todayofmonth \
    todayofweek todayofyear todecimal32 todecimal64 todecimal128 tofloat32 tofloat64 tohour toint16 toint32 toint64 toint8 \
    tointervalday tointervalhour tointervalminute tointervalmonth tointervalquarter tointervalsecond tointervalweek \
    tointervalyear toisoweek toisoyear tomonday tomonth tonullable toquarter torelativedaynum torelativehournum \
    torelativeminutenum torelativemonthnum torelativeyearnum tosecond tostartofday tostartoffifteenminutes tostartoffiveminute \
    tostartofhour tostartofinterval tostartofminute tostartofmonth tostartofquarter tostartofsecond tostartoftenminutes \
    tostartofweek tostartofyear tostring totime totimezone touint16 touint32 touint64 touint8 tounixtimestamp toyear toyyyymm \
    toyyyymmdd transform trim trimboth trimleft trimright trunc truncate tuple tupleelement unhex uniq uniqcombined uniqexact \
    upper upperutf8 varpop varsamp var_pop var_samp week xor year month day hour minute second yesterday generateseries
    """.split(separator: " ").map(String.init))
}
