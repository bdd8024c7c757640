import JSONModel
import SQLite

/// A SQLite file that is open for reading, and beside which nothing is left.
///
/// In WAL mode even a connection that only reads makes `-wal` and `-shm`, and cannot take them away again
/// (https://www.sqlite.org/wal.html#read_only_databases). So where nobody has such a file open, its bytes are read as
/// those of any other file, and SQLite gets to see them in memory.
final class SQLiteFile {
  /// How the spec names it.
  let name: String
  let connection: SQLiteConnection
  /// It lives as long as the connection does, which asks it.
  let watch: SQLiteWatch

  /// - Throws: ``InvalidValue`` without a path.
  init(_ name: String, in source: DataSource) throws(InvalidValue) {
    self.name = name
    let path = try source.locate(name)
    // Not opened to look into it: closing it again would end the locks that other queries of this process hold on it
    // (https://www.sqlite.org/howtocorrupt.html, 2.2).
    guard FilePlace.size(of: path) != nil else { throw InvalidValue("'\(name)' is not a file") }
    let watch = SQLiteWatch(limit: source.queryTimeLimit, isCancelled: source.isCancelled)
    self.watch = watch
    do {
      do {
        connection = try SQLiteFile.open(path, named: name, watch)
      } catch is HasUnusedLog {
        connection = try SQLiteFile.open(copy: try SQLiteFile.copy(path, named: name, in: source), watch)
      }
    } catch let fault as InvalidValue {
      throw fault
    } catch {
      throw SQLiteFault(error, watch).fileFault(named: name)
    }
  }

  // MARK: - In its place

  /// The file is in WAL mode, and nobody has it open.
  private struct HasUnusedLog: Error {}

  private static func open(_ path: String, named name: String, _ watch: SQLiteWatch) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path, for: .reading, busyTimeout: busyTimeout)
    // SQLite follows links anew: what it opened must be the file that may be read.
    guard connection.path == path else { throw SQLiteError(.cannotOpen) }
    guard let header = SQLiteGuard.header(of: connection), header.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw InvalidValue("'\(name)' is not a SQLite file")
    }
    // https://www.sqlite.org/fileformat.html, 1.3.3: what it takes to write and to read the file; 2 is WAL.
    if header[18...19].contains(2), try !isOpenElsewhere(path, named: name) { throw HasUnusedLog() }
    try confine(connection, watch)
    return connection
  }

  /// How long to wait for a program that is writing the file.
  private static let busyTimeout = Duration.seconds(1)

  private static func confine(_ connection: borrowing SQLiteConnection, _ watch: SQLiteWatch) throws(SQLiteError) {
    watch.install(on: connection)
    try SQLiteGuard.confine(connection)
    // The first look into the file: what is none, or damaged, is found here rather than blamed on a query.
    let statement = try connection.prepare("SELECT * FROM sqlite_master LIMIT 1")
    _ = try statement.step()
  }

  /// Whether a program has the file open, so that what it has not yet moved from its log into the file can be read.
  private static func isOpenElsewhere(_ path: String, named name: String) throws(InvalidValue) -> Bool {
    guard FilePlace.size(of: path + "-wal") ?? 0 > 0 else { return false }
    guard FilePlace.size(of: path + "-shm") != nil else {
      throw InvalidValue(
        "'\(name)' lacks what is only in '\(name)-wal' as yet; open and close it with the program that writes it")
    }
    return true
  }

  // MARK: - In memory

  private static func copy(_ path: String, named name: String, in source: DataSource) throws(InvalidValue) -> [UInt8] {
    var copy = try FilePlace.read(path, named: name, limit: source.sizeLimit)
    // It may have been cut since its header was read.
    guard copy.count >= SQLiteGuard.headerSize else { throw InvalidValue("'\(name)' is not a SQLite file") }
    // What is moved from a log into the file meanwhile may be in the copy by half.
    guard FilePlace.size(of: path + "-wal") ?? 0 == 0 else {
      throw InvalidValue("'\(name)' is being written by another program; try again")
    }
    // There is no log in memory: https://www.sqlite.org/c3ref/deserialize.html says to take the mark of WAL off.
    copy.replaceSubrange(18...19, with: [1, 1])
    return copy
  }

  private static func open(copy: [UInt8], _ watch: SQLiteWatch) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(nil, for: .reading, busyTimeout: busyTimeout)
    try SQLiteGuard.load(copy, into: connection)
    try confine(connection, watch)
    return connection
  }
}
