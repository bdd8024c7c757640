package import ChartTransforms
package import Databases
import JSONModel
import OrderedCollections

/// Where specs may read their data: files below some directories, and nothing else.
///
/// A spec comes from whoever can send a request, so it must not be able to show what its author may not read: paths are
/// resolved, symbolic links and `..` included, before they are compared with the directories.
public struct DataSource: Sendable {
  /// The directories, resolved.
  public let allowedDirectories: [String]
  /// What relative paths are relative to, besides the allowed directories themselves.
  public let baseDirectory: String
  /// The most bytes a file may have; a SQLite file that is not copied into memory may have more.
  public let sizeLimit: Int
  /// How long reading from a SQLite file may take, since a query need not come to an end.
  public let queryTimeLimit: Duration
  /// How long reading a CSV or JSON file may take.
  public let readingTimeLimit: Duration
  /// The databases that may be asked; `nil` for none.
  package let databases: Databases?
  /// Whether what is read is kept, or comes from what was.
  package var outside: any Outside = LiveOutside()
  /// What is selected in charts that a chart is linked with: of databases the rows alone are read that all of these take.
  package var selections: [RowSelection] = []
  /// Whether nobody waits for what is read any more.
  package var isCancelled: @Sendable () -> Bool = { false }

  /// Ends what takes too long from now on.
  var watch: ReadingWatch { ReadingWatch(limit: readingTimeLimit, isCancelled: isCancelled) }

  /// - Parameters:
  ///   - allowedDirectories: Below which files may be read; relative ones are relative to `baseDirectory`. None: no file.
  ///   - baseDirectory: What relative paths in specs are relative to; the process's directory if not given.
  ///   - sizeLimit: The most bytes a file may have.
  ///   - queryTimeLimit: How long reading from a SQLite file may take.
  ///   - readingTimeLimit: How long reading a CSV or JSON file may take.
  public init(
    allowedDirectories: [String] = ["."], baseDirectory: String? = nil, sizeLimit: Int = 64 << 20,
    queryTimeLimit: Duration = .seconds(5), readingTimeLimit: Duration = .seconds(30)
  ) {
    self.init(
      allowedDirectories: allowedDirectories, baseDirectory: baseDirectory, sizeLimit: sizeLimit,
      queryTimeLimit: queryTimeLimit, readingTimeLimit: readingTimeLimit, databases: nil)
  }

  /// The same with databases that may be asked.
  package init(
    allowedDirectories: [String] = ["."], baseDirectory: String? = nil, sizeLimit: Int = 64 << 20,
    queryTimeLimit: Duration = .seconds(5), readingTimeLimit: Duration = .seconds(30), databases: Databases?
  ) {
    let base = FilePlace.resolved(baseDirectory ?? ".") ?? "/"
    self.baseDirectory = base
    self.allowedDirectories =
      OrderedSet(
        allowedDirectories.compactMap { FilePlace.resolved(FilePlace.absolute($0, from: base)) }
      ).elements
    self.sizeLimit = sizeLimit
    self.queryTimeLimit = queryTimeLimit
    self.readingTimeLimit = readingTimeLimit
    self.databases = databases
  }

  /// The bytes of a file.
  /// - Throws: ``InvalidValue`` without a path.
  func read(_ path: String) throws(InvalidValue) -> [UInt8] {
    try FilePlace.read(try locate(path), named: path, limit: sizeLimit)
  }

  /// The resolved path of a file that may be read.
  /// - Throws: ``InvalidValue`` without a path.
  func locate(_ path: String) throws(InvalidValue) -> String {
    let absolute = FilePlace.absolute(path, from: baseDirectory)
    guard let resolved = FilePlace.resolved(absolute) else {
      // Whether something exists outside must not be told either.
      guard isAllowed(FilePlace.normalized(absolute)) else { throw notAllowed(path) }
      throw InvalidValue("there is no file '\(path.excerpt)'")
    }
    guard isAllowed(resolved) else { throw notAllowed(path) }
    return resolved
  }

  private func isAllowed(_ resolved: String) -> Bool {
    allowedDirectories.contains { $0 == "/" || resolved.hasPrefix($0 + "/") }
  }

  private func notAllowed(_ path: String) -> InvalidValue {
    let places =
      allowedDirectories.isEmpty
      ? "no directory is allowed; the program that answers must be started with --allow DIRECTORY"
      : "allowed are files below \(allowedDirectories.joined(separator: ", "))"
    return InvalidValue("'\(path.excerpt)' may not be read: \(places)")
  }
}
