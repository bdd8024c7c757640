package import ChartModel
import JSONModel

extension DataSource {
  /// The table that a spec names.
  /// - Returns: The table, the file as the spec calls it, and the key that faults in a row are about.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  func table(of spec: DataSpec) throws(InvalidValue) -> (table: any DataTable, file: String, key: String) {
    let place = try TablePlace(spec)
    return (try outside.table(place.file) { () throws(InvalidValue) in try open(place) }, place.file, place.key)
  }

  /// The columns of the file that a spec names, for whoever would have to wait: none if it cannot be read, or not at once. Of CSV
  /// only the header is read, of SQLite nothing but what the query is made of, and of JSON a small file.
  package func columnsAtOnce(of spec: DataSpec) -> [String] {
    if spec.connection != nil { return columnsAtOnce(ofDatabase: spec, within: DataSource.timeAtOnce) }
    let source = DataSource(
      allowedDirectories: allowedDirectories, baseDirectory: baseDirectory,
      sizeLimit: spec.csv == nil ? min(sizeLimit, DataSource.sizeAtOnce) : sizeLimit,
      queryTimeLimit: DataSource.timeAtOnce, readingTimeLimit: DataSource.timeAtOnce)
    do throws(InvalidValue) {
      return try source.open(try TablePlace(spec)).columns
    } catch {
      return []
    }
  }

  private static let sizeAtOnce = 1 << 20
  private static let timeAtOnce = Duration.milliseconds(200)

  private func open(_ place: TablePlace) throws(InvalidValue) -> any DataTable {
    switch place {
    case .csv(let path):
      return try DataSource.naming("csv") { () throws(InvalidValue) in
        let file = try OpenFile(try locate(path), named: path, limit: sizeLimit)
        return try DelimitedTable(file, limits: DelimitedLimits(bytes: sizeLimit), watch: watch)
      }
    case .json(let path):
      return try DataSource.naming("json") { () throws(InvalidValue) in
        let watch = watch
        return try JSONTable(try read(path), named: path, watch: watch)
      }
    case .sqlite(let path, let selection):
      let file = try DataSource.naming("sqlite") { () throws(InvalidValue) in try SQLiteFile(path, in: self) }
      return try SQLiteTable(selection, in: file)
    }
  }

  /// Says of a fault which member of `data` it is about.
  private static func naming<Result>(
    _ key: String, _ body: () throws(InvalidValue) -> Result
  ) throws(InvalidValue) -> Result {
    do {
      return try body()
    } catch {
      throw error.prefixed(by: .key(key))
    }
  }
}

/// Where a spec says that its table is.
private enum TablePlace {
  case csv(String)
  case json(String)
  case sqlite(String, SQLiteSelection)

  /// - Throws: ``InvalidValue`` without a path.
  init(_ spec: DataSpec) throws(InvalidValue) {
    if let path = spec.csv {
      self = .csv(path)
    } else if let path = spec.json {
      self = .json(path)
    } else if let path = spec.sqlite, let selection = SQLiteSelection(spec) {
      self = .sqlite(path, selection)
    } else {
      throw InvalidValue("name a file with `csv`, `json` or `sqlite`")
    }
  }

  /// The file as the spec calls it.
  var file: String {
    switch self {
    case .csv(let path), .json(let path), .sqlite(let path, _): path
    }
  }

  /// The member of `data` that faults in a row are about.
  var key: String {
    switch self {
    case .csv: "csv"
    case .json: "json"
    case .sqlite(_, let selection): selection.key
    }
  }
}

extension TableReader {
  /// - Parameter table: The table that came with the spec, if it names no file.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  init(_ spec: DataSpec, in source: DataSource, or table: SpecTable?) throws(InvalidValue) {
    if let table {
      try self.init(spec, table, file: "columns", key: "columns")
    } else {
      let (table, file, key) = try source.table(of: spec)
      try self.init(spec, table, file: file, key: key)
    }
  }
}
