internal import Synchronization

/// Where each subject is shown in the notebooks and consoles of this kernel, so that it can be shown anew there when it
/// changes.
final class Showings: Sendable {
  /// One showing.
  struct Showing: Sendable {
    /// `transient.display_id`: unique, since VS Code updates only the newest of several with one id.
    let displayID: String
    /// The bytes of the header of the request that showed it.
    let parent: [UInt8]
    /// The notebook's cell it is in, where the frontend tells.
    let cell: String?
    /// Of what it shows now.
    var fingerprint: Int
  }

  private let showings = Mutex<[DisplaySubject: [Showing]]>([:])
  /// How many of one subject are kept up to date; the oldest are left as they are.
  private let limit: Int

  init(limit: Int = 256) {
    self.limit = max(limit, 1)
  }

  func add(_ showing: Showing, of subject: DisplaySubject) {
    showings.withLock { showings in
      var list = showings[subject] ?? []
      list.append(showing)
      if list.count > limit { list.removeFirst(list.count - limit) }
      showings[subject] = list
    }
  }

  /// Forgets what was shown in a cell: its outputs go when it is run again or deleted.
  func forget(cells: Set<String>) {
    guard !cells.isEmpty else { return }
    showings.withLock { showings in
      for (subject, list) in showings {
        let kept = list.filter { showing in showing.cell.map { !cells.contains($0) } ?? true }
        showings[subject] = kept.isEmpty ? nil : kept
      }
    }
  }

  func forget(_ subject: DisplaySubject) {
    showings.withLock { $0[subject] = nil }
  }

  /// The showings of a subject that look otherwise than the fingerprint says; from now on they are taken to look so.
  func outdated(_ subject: DisplaySubject, fingerprint: Int) -> [Showing] {
    showings.withLock { showings in
      guard var list = showings[subject] else { return [] }
      var outdated: [Showing] = []
      for index in list.indices where list[index].fingerprint != fingerprint {
        list[index].fingerprint = fingerprint
        outdated.append(list[index])
      }
      if !outdated.isEmpty { showings[subject] = list }
      return outdated
    }
  }
}
