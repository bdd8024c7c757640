import JSONModel
import POSIX

/// Where a connection's password is.
package enum PasswordSource: Hashable, Sendable {
  /// None is given; PostgreSQL's library looks into `.pgpass` by itself.
  case none
  case text(Secret)
  /// In a variable of the environment.
  case variable(String)
  /// What a program writes: `["pass", "show", "db/sales"]`. Its first line counts.
  case command([String])
  /// In the keyring of the desktop or the system, by the names of a service and a user.
  case keyring(service: String, user: String)

  /// The password; `nil` if there is none.
  /// - Throws: ``DatabaseFault/Kind/unavailable`` without what a program said, which might be the password.
  func password(for connection: String, _ watch: QueryWatch) throws(DatabaseFault) -> Secret? {
    switch self {
    case .none: return nil
    case .text(let secret): return secret
    case .variable(let name):
      guard let text = ProcessEnvironment.value(name) else {
        throw DatabaseFault(
          .connection, "the password of '\(connection)' is to be in the variable '\(name)', which is not set")
      }
      return Secret(text)
    case .command(let words): return try PasswordSource.firstLine(of: words, for: connection, watch)
    case .keyring(let service, let user):
      let programs = PasswordSource.keyringPrograms(service, user)
      guard let words = programs.first(where: { FilePath.executable(named: $0[0]) != nil }) else {
        throw DatabaseFault(
          .unavailable,
          "the password of '\(connection)' is in the keyring, and none of the programs that open it is here: "
            + programs.map { $0[0] }.joined(separator: ", ") + "; install it by `apt install libsecret-tools`")
      }
      return try PasswordSource.firstLine(of: words, for: connection, watch)
    }
  }

  /// `secret-tool` opens GNOME's keyring and KDE's wallet, `security` that of a Mac, `keyring` is Python's.
  private static func keyringPrograms(_ service: String, _ user: String) -> [[String]] {
    [
      ["secret-tool", "lookup", "service", service, "username", user],
      ["security", "find-generic-password", "-w", "-s", service, "-a", user],
      ["keyring", "get", service, user],
    ]
  }

  private static func firstLine(
    of words: [String], for connection: String, _ watch: QueryWatch
  ) throws(DatabaseFault) -> Secret {
    guard let name = words.first, let program = FilePath.executable(named: name) else {
      throw DatabaseFault(
        .unavailable, "the password of '\(connection)' comes from '\(words.first ?? "")', which is no program here")
    }
    let output = ChildProcess.output(of: program, Array(words.dropFirst()), input: []) {
      (try? watch.check()) == nil
    }
    guard let output else {
      try watch.check()
      throw DatabaseFault(.unavailable, "the password of '\(connection)' comes from '\(name)', which failed")
    }
    let line = output.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !line.isEmpty else {
      throw DatabaseFault(.unavailable, "the password of '\(connection)' comes from '\(name)', which gave none")
    }
    return Secret(String(decoding: line, as: UTF8.self))
  }
}
