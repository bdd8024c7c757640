import ChartModel
import JSONModel

extension DataSource {
  /// The table that a spec names.
  /// - Returns: The table, the file as the spec calls it, and the key that faults in a row are about.
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  func table(of spec: DataSpec) throws(InvalidValue) -> (table: any DataTable, file: String, key: String) {
    let (file, key) = try place(of: spec)
    return (try outside.table(file) { () throws(InvalidValue) in try open(spec) }, file, key)
  }

  /// The file that a spec names, and the key that faults in a row are about.
  private func place(of spec: DataSpec) throws(InvalidValue) -> (file: String, key: String) {
    if let path = spec.csv { return (path, "csv") }
    if let path = spec.json { return (path, "json") }
    guard let path = spec.sqlite, let selection = SQLiteSelection(spec) else {
      throw InvalidValue("name a file with `csv`, `json` or `sqlite`")
    }
    return (path, selection.key)
  }

  private func open(_ spec: DataSpec) throws(InvalidValue) -> any DataTable {
    if let path = spec.csv {
      do {
        let file = try OpenFile(try locate(path), named: path, limit: sizeLimit)
        return try DelimitedTable(file, limits: DelimitedLimits(bytes: sizeLimit), watch: watch)
      } catch {
        throw error.prefixed(by: .key("csv"))
      }
    }
    if let path = spec.json {
      let watch = watch
      return try opened("json", path) { bytes throws(InvalidValue) in
        try JSONTable(bytes, named: path, watch: watch)
      }
    }
    guard let path = spec.sqlite, let selection = SQLiteSelection(spec) else {
      throw InvalidValue("name a file with `csv`, `json` or `sqlite`")
    }
    let file: SQLiteFile
    do {
      file = try SQLiteFile(path, in: self)
    } catch {
      throw error.prefixed(by: .key("sqlite"))
    }
    return try SQLiteTable(selection, in: file)
  }

  private func opened(
    _ key: String, _ path: String, _ open: ([UInt8]) throws(InvalidValue) -> any DataTable
  ) throws(InvalidValue) -> any DataTable {
    do {
      return try open(try read(path))
    } catch {
      throw error.prefixed(by: .key(key))
    }
  }
}

extension TableReader {
  /// - Throws: ``InvalidValue`` with the path inside `data`.
  init(_ spec: DataSpec, in source: DataSource) throws(InvalidValue) {
    let (table, file, key) = try source.table(of: spec)
    try self.init(spec, table, file: file, key: key)
  }
}
