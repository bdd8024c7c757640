/// Why a database gave no answer, in words for whoever asked. No secret is in them.
package struct DatabaseFault: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable {
    /// A library, a driver or a program that is needed is not there.
    case unavailable
    /// There is no such connection, it may not be used here, or it is not described as it should be.
    case connection
    /// The server cannot be reached, has gone, or ends the session.
    case unreachable
    /// The server does not let this user in, or not there.
    case refused
    /// The query is not one, or names what is not there.
    case query
    /// The query would do what only reading does not.
    case forbidden
    /// It takes longer than it may.
    case timeout
    /// It gives more than may be taken.
    case tooMuch
    /// Nobody waits for it any more.
    case cancelled
  }

  package var kind: Kind
  /// What is wrong, and what to do: `the server at db.example.org closed the connection`.
  package var reason: String
  /// The name nearest to one that there isn't.
  package var suggestion: String?

  package init(_ kind: Kind, _ reason: String, suggestion: String? = nil) {
    (self.kind, self.reason, self.suggestion) = (kind, reason, suggestion)
  }

  package var description: String { reason + (suggestion.map { "; did you mean '\($0)'?" } ?? "") }

  /// Whether the same may go well some time later, with nothing changed here.
  package var mayPass: Bool {
    switch kind {
    case .unreachable, .timeout: true
    case .unavailable, .connection, .refused, .query, .forbidden, .tooMuch, .cancelled: false
    }
  }

  package static let cancelled = DatabaseFault(.cancelled, "was not read to its end: the request was cancelled")
}

extension DatabaseFault.Kind {
  /// What a code of the SQL standard says, as PostgreSQL has them: https://www.postgresql.org/docs/15/errcodes-appendix.html.
  /// - Returns: `nil` for none.
  init?(sqlState code: String) {
    switch (code, code.prefix(2)) {
    case ("", _), ("00000", _): return nil
    // What was sent does not fit together.
    case ("08P01", _): self = .query
    case ("57014", _): self = .timeout
    case ("42501", _), ("25006", _): self = .forbidden
    // It fails, is started or ended, or has no room.
    case (_, "08"), (_, "53"), (_, "57"), (_, "58"): self = .unreachable
    case (_, "28"), (_, "3D"): self = .refused
    default: self = .query
    }
  }
}
