import ArgumentParser
import Databases
import JSONModel

/// `chart-kernel connections`: the databases that specs may name.
struct ConnectionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "connections", abstract: "Lists and tests the connections to databases that specs may name.",
    discussion: """
      They are described in $XDG_CONFIG_HOME/chart-kernel/connections.toml, or else ~/.config/chart-kernel/connections.toml; \
      $\(ConnectionFile.variable) names another file. CHART_KERNEL_CONNECTION_NAME=postgresql://… is one, too, and so is each service \
      of PostgreSQL's pg_service.conf. No password is ever shown.
      """,
    subcommands: [List.self, Test.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the connections, and where they are described.")

    @Flag(help: "As JSON: a list of objects.")
    var json = false

    func run() throws { try ProgramFault.telling(list) }

    private func list() throws {
      let connections = try ConnectionsCommand.all()
      if json {
        let list = connections.map { connection -> JSON in
          [
            "name": .string(connection.name), "engine": .string(connection.engine), "place": .string(connection.place),
            "origin": .string(connection.origin),
          ]
        }
        print(JSON.array(list).prettyText)
      } else if connections.isEmpty {
        ProgramFault.tell("There are no connections; describe one in \(ConnectionFile.path).")
      } else {
        let rows =
          [["NAME", "ENGINE", "PLACE", "DESCRIBED IN"]] + connections.map { [$0.name, $0.engine, $0.place, $0.origin] }
        print(TextTable.lines(rows).joined(separator: "\n"))
      }
    }
  }

  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Asks databases whether they answer.")

    @Argument(help: "The connections; all if not given.")
    var names: [String] = []

    func run() throws { try ProgramFault.telling(test) }

    private func test() throws {
      let databases = Databases(.all)
      let names = try names.isEmpty ? ConnectionsCommand.all().map(\.name) : names
      var failures = 0
      for name in names {
        do throws(DatabaseFault) {
          let start = ContinuousClock.now
          let server = try databases.server(of: name)
          let time = ContinuousClock.now - start
          print("\(name): \(server), answers in \(time.inMilliseconds) ms")
        } catch {
          failures += 1
          ProgramFault.tell("\(name): error: \(error)")
        }
      }
      if failures > 0 { throw ExitCode.failure }
    }
  }

  private static func all() throws -> [ConnectionSettings] {
    do throws(DatabaseFault) {
      return try ConnectionList.all()
    } catch {
      throw ProgramFault("connections", error.description)
    }
  }
}

extension Duration {
  /// Whole milliseconds, at least 1.
  fileprivate var inMilliseconds: Int64 {
    max(components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000, 1)
  }
}
