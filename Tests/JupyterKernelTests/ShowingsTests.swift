import CellModel
import JupyterKernel
import Testing

@Suite("Showings")
struct ShowingsTests {
  private let subject = DisplaySubject(session: "default", name: "a")

  private func showing(_ id: String, cell: String? = nil) -> Showings.Showing {
    Showings.Showing(displayID: id, parent: [], cell: cell, fingerprint: 0)
  }

  @Test("Each showing is outdated once by each new look")
  func outdated() {
    let showings = Showings()
    showings.add(showing("1"), of: subject)
    showings.add(showing("2"), of: subject)
    #expect(showings.outdated(subject, fingerprint: 0).isEmpty)
    #expect(showings.outdated(subject, fingerprint: 1).map(\.displayID) == ["1", "2"])
    #expect(showings.outdated(subject, fingerprint: 1).isEmpty)
    #expect(showings.outdated(DisplaySubject(session: "x", name: "a"), fingerprint: 9).isEmpty)
  }

  @Test("The oldest are forgotten beyond the limit, those of a cell when it runs again")
  func forgetting() {
    let showings = Showings(limit: 3)
    for id in 1...4 { showings.add(showing("\(id)", cell: "cell\(id)"), of: subject) }
    showings.forget(cells: ["cell3", "unknown"])
    #expect(showings.outdated(subject, fingerprint: 1).map(\.displayID) == ["2", "4"])
    showings.forget(subject)
    #expect(showings.outdated(subject, fingerprint: 2).isEmpty)
  }
}
