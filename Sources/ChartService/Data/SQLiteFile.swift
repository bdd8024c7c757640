import GRDB
import GRDBSQLite
import JSONModel

/// A SQLite file that is open for reading, and beside which nothing is left.
///
/// In WAL mode even a connection that only reads makes `-wal` and `-shm`, and cannot take them away again
/// (https://www.sqlite.org/wal.html#read_only_databases). So where nobody has such a file open, its bytes are read as
/// those of any other file, and SQLite gets to see them in memory.
struct SQLiteFile {
  /// How the spec names it.
  let name: String
  let queue: DatabaseQueue
  let watch: SQLiteWatch

  /// - Throws: ``InvalidValue`` without a path.
  init(_ name: String, in source: DataSource) throws(InvalidValue) {
    self.name = name
    let path = try source.locate(name)
    // Not opened to look into it: closing it again would end the locks that other queries of this process hold on it
    // (https://www.sqlite.org/howtocorrupt.html, 2.2).
    guard FilePlace.size(of: path) != nil else { throw InvalidValue("'\(name)' is not a file") }
    let watch = SQLiteWatch(limit: source.queryTimeLimit)
    self.watch = watch
    do {
      do {
        queue = try SQLiteFile.open(path, named: name, watch)
      } catch is HasUnusedLog {
        queue = try SQLiteFile.open(copy: try SQLiteFile.copy(path, named: name, in: source), watch)
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

  private static func open(_ path: String, named name: String, _ watch: SQLiteWatch) throws -> DatabaseQueue {
    var configuration = SQLiteFile.configuration
    configuration.prepareDatabase { database in
      let connection = try database.openConnection
      // SQLite follows links anew: what it opened must be the file that may be read.
      guard let opened = sqlite3_db_filename(connection, "main"), String(cString: opened) == path else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
      }
      guard let header = SQLiteGuard.header(of: connection), header.starts(with: Array("SQLite format 3\0".utf8)) else {
        throw InvalidValue("'\(name)' is not a SQLite file")
      }
      // https://www.sqlite.org/fileformat.html, 1.3.3: what it takes to write and to read the file; 2 is WAL.
      if header[18...19].contains(2), try !isOpenElsewhere(path, named: name) { throw HasUnusedLog() }
      watch.install(on: connection)
      try SQLiteGuard.confine(database, connection)
    }
    return try DatabaseQueue(path: path, configuration: configuration)
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

  private static func open(copy: [UInt8], _ watch: SQLiteWatch) throws -> DatabaseQueue {
    var configuration = SQLiteFile.configuration
    configuration.prepareDatabase { database in
      let connection = try database.openConnection
      try SQLiteGuard.load(copy, into: connection)
      watch.install(on: connection)
      try SQLiteGuard.confine(database, connection)
    }
    return try DatabaseQueue(configuration: configuration)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(1)
    return configuration
  }
}

extension Database {
  fileprivate var openConnection: SQLiteConnection {
    get throws {
      guard let sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
      return sqliteConnection
    }
  }
}
