import JSONModel
import Journal

/// How a store lies on the disk:
///
///     store.json                 what it is, and the version of its format
///     lock                       held by the process that has it open
///     incoming                   contents that nothing refers to yet
///     opening                    a byte for each process that has begun to open it, until one has done so
///     sessions/0000000007        a session that is open, or was when the process died
///     sessions/0000000006.ended  one that is not
///       log-0, log-1 …           what was done, in turn
///       log-2.aside              one that did not go on where those before it could be read, and is not read any more
///       snapshot-1               what had come of all logs before log-1
///       contents/NAME            columns and other large things, by what is in them
enum StoreLayout {
  static let format = "chartkernel-store"
  /// What this program writes. It reads all versions up to this one.
  static let version = 1
  /// The largest number of a session, a log or a spec. Nobody gets there, but a store may say anything, and what comes after
  /// must be a number, too.
  static let numberLimit = 1 << 53

  static let endedSuffix = ".ended"
  static let removedSuffix = ".removed"
  static let newSuffix = ".new"

  /// What is in a store's directory before it says that it is one: the lock is taken first.
  static let firstNames = ["lock", "store.json.new"]
  /// All that a store has in its directory, in the order in which it is taken away: what says that it is a store, and the lock
  /// that keeps others from it, at last.
  static let names = ["sessions", "incoming", "opening", "store.json.new", "store.json", "lock"]

  /// Sees to it that a store is one that this program can read, and change.
  /// - Parameter bytes: Of its store.json.
  static func check(_ bytes: [UInt8], of store: String) throws(StoreFault) {
    guard let json = try? JSON(parsing: bytes), json["format"]?.stringValue == format,
      let version = json["version"]?.integerValue
    else {
      throw StoreFault("\(store)/store.json does not say that this is a store; choose an empty directory with --store")
    }
    guard version <= self.version else {
      throw StoreFault(
        "\(store) was written by a newer chart-kernel (format \(version), and this one reads up to \(self.version)); take "
          + "that one, or choose another directory with --store", isNewer: true)
    }
  }

  static func directory(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 10 - digits.count)) + digits
  }

  /// The number of a session's directory, and whether the session has ended; `nil` for what is none.
  static func session(_ name: String) -> (number: Int, isEnded: Bool)? {
    let isEnded = name.hasSuffix(endedSuffix)
    let digits = isEnded ? String(name.dropLast(endedSuffix.count)) : name
    // No other way to write it counts: a number is that of one directory.
    guard let number = Int(digits), (0...numberLimit).contains(number), directory(number) == digits else { return nil }
    return (number, isEnded)
  }

  /// Whether a session's directory is one that a process was making, or taking away, when it died.
  static func isLeftover(_ name: String) -> Bool {
    [newSuffix, removedSuffix].contains { name.hasSuffix($0) && session(String(name.dropLast($0.count))) != nil }
  }

  static func log(_ generation: Int) -> String { "log-\(generation)" }
  static func snapshot(_ generation: Int) -> String { "snapshot-\(generation)" }

  /// The name under which a log is put aside.
  /// - Parameter names: Of what is there.
  static func aside(_ name: String, among names: [String]) -> String {
    var (aside, count) = ("\(name).aside", 1)
    while names.contains(aside) {
      count += 1
      aside = "\(name).aside-\(count)"
    }
    return aside
  }

  /// The generation in the name of a file, such as `log-3`.
  static func generation(_ name: String, of kind: String) -> Int? {
    guard name.hasPrefix(kind + "-") else { return nil }
    let digits = name.dropFirst(kind.count + 1)
    guard let generation = Int(digits), (0...numberLimit).contains(generation), "\(generation)" == digits else {
      return nil
    }
    return generation
  }
}
