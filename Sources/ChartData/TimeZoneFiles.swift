import ChartEngine
import ChartModel
package import JSONModel
import POSIX

/// The rules of the world's time zones, as files that the system has: one for each name such as `Europe/Berlin`.
///
/// A name comes from a spec, and so from anybody: only files below the directory are read, whatever links there are.
public struct TimeZoneFiles: Sendable {
  /// Where the files are.
  public let directory: String

  /// - Parameter directory: The variable `TZDIR`, or `/usr/share/zoneinfo`, if not given.
  public init(directory: String? = nil) {
    let variable = ProcessEnvironment.value("TZDIR").flatMap { $0.isEmpty ? nil : $0 }
    self.directory = directory ?? variable ?? "/usr/share/zoneinfo"
  }

  /// The most bytes a file may have; the largest of the real ones has 4 KB.
  private static let sizeLimit = 1 << 16

  /// The bytes of a zone's file.
  /// - Throws: ``InvalidValue`` without a path, with the nearest name that there is.
  package func rules(of name: String) throws(InvalidValue) -> [UInt8] {
    guard TimeZoneFiles.isName(name) else {
      throw InvalidValue(
        "expected a zone such as Europe/Berlin, an offset such as +02:00, or UTC, got '\(name.prefix(40))'",
        suggestion: nearestWord(to: name, among: names))
    }
    guard let root = FilePlace.resolved(directory) else {
      throw InvalidValue("there are no time zones in '\(directory)'; the variable TZDIR says where they are")
    }
    guard let path = FilePlace.resolved(root + "/" + name), path.hasPrefix(root + "/") else {
      throw InvalidValue("there is no time zone '\(name)'", suggestion: nearestWord(to: name, among: names))
    }
    let rules = try FilePlace.read(path, named: name, limit: TimeZoneFiles.sizeLimit)
    guard PositionAxisSpec.isTimeZone(rules) else { throw InvalidValue("'\(name)' holds no rules of a time zone") }
    return rules
  }

  /// Whether a name has the form `Area/City`, so that it leads nowhere else.
  package static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return (2...4).contains(parts.count) && name.utf8.count <= 100
      && parts.allSatisfy { part in
        part.first?.isLetter == true
          && part.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
              UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
              true
            default: false
            }
          }
      }
  }

  /// The names that there are; looked up only to find what was meant.
  private var names: [String] {
    guard let root = FilePlace.resolved(directory) else { return [] }
    var names: [String] = []
    // The same zones again, counted in other ways, are in two folders.
    var folders = POSIXFile.names(in: root).filter { $0 != "posix" && $0 != "right" }
    while let name = folders.popLast(), names.count < 10_000 {
      // A name has at most four parts; what lies deeper, or behind a link that leads back, is none.
      if name.split(separator: "/").count < 4 {
        folders += POSIXFile.names(in: "\(root)/\(name)").map { "\(name)/\($0)" }
      }
      if TimeZoneFiles.isName(name) { names.append(name) }
    }
    return names.sorted()
  }
}
