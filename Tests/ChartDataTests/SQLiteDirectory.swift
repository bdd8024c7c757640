import ChartData
import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import SQLite
import Testing

/// What reads SQLite files, one test after another: SQLite counts the memory of all queries together, so that one which
/// takes too much may be the end of another.
@Suite("Data: SQLite", .serialized) enum SQLiteSuites {}

/// A directory with SQLite files, and a service that may read those in `inside`.
struct SQLiteDirectory {
  let files: TemporaryDirectory
  let service: ChartService

  init(queryTimeLimit: Duration = .seconds(5)) throws {
    files = try TemporaryDirectory()
    for folder in ["inside", "outside"] {
      try FileManager.default.createDirectory(atPath: files.path + "/" + folder, withIntermediateDirectories: true)
    }
    service = ChartService(
      data: DataSource(
        allowedDirectories: ["inside"], baseDirectory: files.path, queryTimeLimit: queryTimeLimit))
  }

  func path(_ name: String) -> String { files.path + "/" + name }

  /// Runs statements on a file, which is made if there is none.
  func make(_ name: String, _ sql: String) throws {
    try SQLiteConnection(path(name), for: .writing).execute(sql)
  }

  func slices(_ data: JSON) throws -> (slices: JSON?, warnings: [JSON]) {
    let made = try service.call(
      "chart/create", params: ["spec": ["kind": "pie", "data": data], "chart": "a", "render": false])
    let document = try service.call("session/export")["document"]
    return (document?["specs"]?.arrayValue?.last?["slices"], made["warnings"]?.arrayValue ?? [])
  }

  func fault(_ data: JSON, sourceLocation: SourceLocation = #_sourceLocation) throws -> RPCError {
    try service.error("chart/create", ["spec": ["kind": "pie", "data": data]], sourceLocation: sourceLocation)
  }

  /// Every file with its bytes.
  func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: files.path) {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path(name), isDirectory: &isDirectory), !isDirectory.boolValue else {
        continue
      }
      contents[name] = try Data(contentsOf: URL(fileURLWithPath: path(name)))
    }
    return contents
  }
}
