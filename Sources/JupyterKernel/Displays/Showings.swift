package import CellModel
internal import OrderedCollections
internal import Synchronization

/// Where each subject is shown in the notebooks and consoles of this kernel, so that it can be shown anew there when it
/// changes.
package final class Showings: Sendable {
  /// One showing.
  package struct Showing: Sendable {
    /// `transient.display_id`: unique, since VS Code updates only the newest of several with one id.
    package let displayID: String
    /// The bytes of the header of the request that showed it.
    package let parent: [UInt8]
    /// The notebook's cell it is in, where the frontend tells.
    package let cell: String?
    /// Whether a frontend may show it live.
    package let isLive: Bool
    /// Of what it shows now.
    package var fingerprint: Int

    package init(displayID: String, parent: [UInt8], cell: String?, isLive: Bool = true, fingerprint: Int) {
      self.displayID = displayID
      self.parent = parent
      self.cell = cell
      self.isLive = isLive
      self.fingerprint = fingerprint
    }
  }

  private let showings = Mutex<[DisplaySubject: [Showing]]>([:])
  /// How many of one subject are kept up to date; the oldest are left as they are.
  private let limit: Int

  package init(limit: Int = 256) {
    self.limit = max(limit, 1)
  }

  package func add(_ showing: Showing, of subject: DisplaySubject) {
    showings.withLock { showings in
      var list = showings[subject] ?? []
      list.append(showing)
      if list.count > limit { list.removeFirst(list.count - limit) }
      showings[subject] = list
    }
  }

  /// Forgets what was shown in a cell: its outputs go when it is run again or deleted.
  package func forget(cells: Set<String>) {
    guard !cells.isEmpty else { return }
    showings.withLock { showings in
      for (subject, list) in showings {
        let kept = list.filter { showing in showing.cell.map { !cells.contains($0) } ?? true }
        showings[subject] = kept.isEmpty ? nil : kept
      }
    }
  }

  package func forget(_ subject: DisplaySubject) {
    showings.withLock { $0[subject] = nil }
  }

  /// Whether a subject is shown anywhere where it may be live.
  package func hasLive(_ subject: DisplaySubject) -> Bool {
    showings.withLock { $0[subject]?.contains(where: \.isLive) ?? false }
  }

  /// The showings of a subject that look otherwise than the fingerprint says; from now on they are taken to look so.
  package func outdated(_ subject: DisplaySubject, fingerprint: Int) -> [Showing] {
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

extension MIMEBundle {
  /// Tells whether it looks otherwise than before.
  var fingerprint: Int { data.hashValue }
}
