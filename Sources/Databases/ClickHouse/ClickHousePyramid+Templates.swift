/// The statements of a pyramid, with marks where they differ.
///
/// Columns are called as those of no table are: in a view of version 18.16 what a column is called hides a column of
/// that name everywhere.
enum ClickHousePyramidTemplates {
  /// A table of what several inserts gave for a bucket, which the server puts together when it likes. The first and the
  /// last are (x, y), the least (y, x), the greatest (-y, x), of rows with a value alone.
  static let states = #"""
    CREATE TABLE <TABLE> (ck_series String, ck_width Float64, ck_bucket Int64, \#
    ck_rows AggregateFunction(sum, UInt64), ck_missing AggregateFunction(sum, UInt64), \#
    ck_start AggregateFunction(min, Float64), \#
    ck_first AggregateFunction(minIf, Tuple(Float64, Float64), UInt8), \#
    ck_last AggregateFunction(maxIf, Tuple(Float64, Float64), UInt8), \#
    ck_low AggregateFunction(minIf, Tuple(Float64, Float64), UInt8), \#
    ck_high AggregateFunction(minIf, Tuple(Float64, Float64), UInt8)) \#
    ENGINE = AggregatingMergeTree() ORDER BY (ck_series, ck_width, ck_bucket) SETTINGS index_granularity = 1024
    """#

  /// The finest width, of rows.
  static let finest = #"""
    SELECT <SERIES> AS ck_series, toFloat64(<FINEST>) AS ck_width, toInt64(floor(<X> / <FINEST>)) AS ck_bucket, \#
    sumState(toUInt64(1)) AS ck_rows, sumState(toUInt64(NOT isFinite(<Y>))) AS ck_missing, minState(<X>) AS ck_start, \#
    minIfState((<X>, <Y>), isFinite(<Y>)) AS ck_first, maxIfState((<X>, <Y>), isFinite(<Y>)) AS ck_last, \#
    minIfState((<Y>, <X>), isFinite(<Y>)) AS ck_low, minIfState((-<Y>, <X>), isFinite(<Y>)) AS ck_high \#
    FROM <BASE> WHERE <COUNTED> GROUP BY ck_series, ck_width, ck_bucket
    """#

  /// All others, of the finest one, for what is inserted.
  static let coarser = #"""
    SELECT ck_series, arrayJoin([<COARSER_WIDTHS>]) AS ck_width, \#
    toInt64(floor(ck_bucket / (ck_width / <FINEST>))) AS ck_bucket, \#
    sumMergeState(ck_rows) AS ck_rows, sumMergeState(ck_missing) AS ck_missing, minMergeState(ck_start) AS ck_start, \#
    minIfMergeState(ck_first) AS ck_first, maxIfMergeState(ck_last) AS ck_last, minIfMergeState(ck_low) AS ck_low, \#
    minIfMergeState(ck_high) AS ck_high FROM <FINEST_VIEW> GROUP BY ck_series, ck_width, ck_bucket
    """#

  /// One width, of a finer one, for what is there already.
  static let width = #"""
    INSERT INTO <FILLING> (<COLUMNS>) SELECT ck_series, toFloat64(<WIDTH>) AS w, \#
    toInt64(floor(ck_bucket / <CHILDREN>)) AS b, \#
    sumMergeState(ck_rows), sumMergeState(ck_missing), minMergeState(ck_start), minIfMergeState(ck_first), \#
    maxIfMergeState(ck_last), minIfMergeState(ck_low), minIfMergeState(ck_high) FROM <FILLING> \#
    WHERE ck_width = <BELOW> GROUP BY ck_series, b
    """#

  static let estimate = #"""
    SELECT (SELECT sum(rows) FROM <PARTS>) AS rows, <LINE_COUNT> AS lines, min(<X>) AS lowest, max(<X>) AS highest, \#
    (SELECT sum(bytes_on_disk) FROM <PARTS>) AS bytes FROM <TABLE> WHERE <COUNTED>
    """#

  static let staleness = #"""
    SELECT toInt64((SELECT sum(rows) FROM <PARTS>)) - \#
    toInt64((SELECT sumMerge(ck_rows) FROM <PYRAMID> WHERE ck_width = <TOP>)) AS uncounted
    """#

  static let find = #"""
    SELECT database, table, default_expression FROM system.columns \#
    WHERE name = 'chart_kernel' AND startsWith(default_expression, <START>)
    """#
}
