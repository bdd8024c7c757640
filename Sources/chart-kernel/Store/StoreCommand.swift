internal import ArgumentParser
internal import ChartService
internal import JSONModel
internal import OrderedCollections
internal import POSIX

/// `chart-kernel store`: looks after what kernels and servers have kept.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Lists, checks, exports and removes what kernels and servers have kept.",
    discussion: """
      Kernels keep the charts of each notebook below $XDG_STATE_HOME/chart-kernel, or else ~/.local/state/chart-kernel; \
      $\(StoreCollection.variable) names another directory, or says off. Servers keep theirs where --store says.
      """,
    subcommands: [List.self, Check.self, Export.self, Remove.self])

  /// Which stores are meant.
  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "A store, or a directory of stores; the one of kernels if not given.", valueName: "directory"))
    var store: String?

    /// - Throws: ``ProgramFault`` if there is none.
    func stores() throws -> [String] {
      if let store {
        let stores = StoreCollection(path: FilePath.absolute(store)).stores
        guard !stores.isEmpty else { throw ProgramFault("--store", "there is no store in \(store)") }
        return stores
      }
      return StoreCollection.own()?.stores ?? []
    }

    /// The session that a name means: `STORE/ID`, or an id alone where there is one store.
    func session(_ name: String) throws -> (store: String, session: StoreListing.Session) {
      let stores = try stores()
      for store in stores {
        // By their directories alone: to read all of them may take long.
        for session in StoreListing.sessions(in: store, reads: false) {
          if name == StoreCommand.name(of: session, in: store) || stores.count == 1 && name == session.id {
            return (store, session)
          }
        }
      }
      throw ProgramFault(name, "there is no such session; `chart-kernel store list` shows them")
    }
  }

  /// How a session is named on the command line.
  static func name(of session: StoreListing.Session, in store: String) -> String {
    "\(store.split(separator: "/").last ?? "")/\(session.id)"
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the sessions that are kept.")

    @OptionGroup var place: Place
    @Flag(help: "As JSON: a list of objects.")
    var json = false

    func run() throws { try ProgramFault.telling(list) }

    private func list() throws {
      let found = try place.stores().flatMap { store in
        StoreListing.sessions(in: store).map { (store, $0, StoreListing.isTaken(store)) }
      }
      if json { return print(JSON.array(found.map(Self.json)).prettyText) }
      guard !found.isEmpty else { return ProgramFault.tell("Nothing is kept.") }
      let rows =
        [["NAME", "OF", "SESSION", "CHARTS", "SIZE", "STATE"]]
        + found.map { store, session, isTaken in
          [
            StoreCommand.name(of: session, in: store), StoreListing.place(of: store) ?? store, session.session ?? "?",
            "\(session.charts.count)", ByteCount(number: session.byteCount).words, Self.state(session, isTaken),
          ]
        }
      print(TextTable.lines(rows).joined(separator: "\n"))
    }

    private static func state(_ session: StoreListing.Session, _ isTaken: Bool) -> String {
      if session.fault != nil { return "damaged" }
      return session.isOpen ? (isTaken ? "open" : "unfinished") : "ended"
    }

    private static func json(_ store: String, _ session: StoreListing.Session, _ isTaken: Bool) -> JSON {
      var members: OrderedDictionary<String, JSON> = [
        "name": .string(StoreCommand.name(of: session, in: store)), "store": .string(store),
        "session": session.session.map { .string($0) } ?? .null, "charts": .array(session.charts.map { .string($0) }),
        "size": .integer(session.byteCount), "changed": JSON(session.changed),
        "state": .string(state(session, isTaken)),
      ]
      if let place = StoreListing.place(of: store) { members["place"] = .string(place) }
      if let fault = session.fault { members["fault"] = .string(fault) }
      return .object(members)
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads all that is kept, and says what is wrong.",
      discussion: "It ends with exit code 1 if something cannot be read.")

    @OptionGroup var place: Place

    func run() throws { try ProgramFault.telling(check) }

    private func check() throws {
      var count = 0
      var faults = 0
      for store in try place.stores() {
        for session in StoreListing.sessions(in: store) {
          count += 1
          let name = StoreCommand.name(of: session, in: store)
          let found = StoreListing.check(session)
          faults += found.count
          for fault in found { ProgramFault.tell("\(name): \(fault)".printable) }
          if found.isEmpty, session.tornByteCount > 0 {
            print("\(name): \(session.tornByteCount) bytes behind its last whole change are left out")
          }
        }
      }
      print("\(count) \(count == 1 ? "session" : "sessions"), \(faults) that cannot be read")
      if faults > 0 { throw ExitCode(1) }
    }
  }

  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes a session as session/export does, for session/import or `repl`.")

    @Argument(help: "The session's name, as `store list` shows it.")
    var name: String
    @OptionGroup var place: Place
    @Option(name: .shortAndLong, help: ArgumentHelp("The file; standard output if not given.", valueName: "file"))
    var output: String?

    func run() throws { try ProgramFault.telling(export) }

    private func export() throws {
      let (_, session) = try place.session(name)
      let document: JSON
      do throws(StoreFault) {
        document = try StoreListing.document(of: session)
      } catch {
        throw ProgramFault(name, error.description)
      }
      let bytes = Array((document.text + "\n").utf8)
      do throws(POSIXError) {
        guard let output else { return try FileDescriptor.standardOutput.writeAll(bytes) }
        try POSIXFile.replace(output, with: bytes, mode: 0o666)
      } catch {
        throw ProgramFault(output ?? "standard output", error.description)
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Removes sessions that are kept, unless a process has them open.",
      discussion: "It ends with exit code 1 if one cannot be removed; the others are.")

    @Argument(help: "The sessions' names, as `store list` shows them.")
    var names: [String] = []
    @Flag(help: "All of them.")
    var all = false
    @OptionGroup var place: Place

    func run() throws { try ProgramFault.telling(remove) }

    private func remove() throws {
      let chosen =
        all
        ? try place.stores().flatMap { store in StoreListing.sessions(in: store, reads: false).map { (store, $0) } }
        : try names.map { try place.session($0) }
      var seen: Set<String> = []
      var (removed, faults) = (0, 0)
      for (store, session) in chosen where seen.insert(session.directory).inserted {
        do throws(StoreFault) {
          try StoreListing.remove(session, from: store)
          removed += 1
        } catch {
          faults += 1
          ProgramFault.tell(
            ProgramFault(StoreCommand.name(of: session, in: store), "cannot be removed: \(error)").line)
        }
      }
      print("Removed \(removed) \(removed == 1 ? "session" : "sessions").")
      if faults > 0 { throw ExitCode.failure }
    }

    func validate() throws {
      guard all != !names.isEmpty else { throw ValidationError("Name sessions, or say --all.") }
    }
  }
}
