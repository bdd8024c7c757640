import ArgumentParser
import JSONModel
import POSIX
import RPCServer

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows the kernels and servers of yours that run, for `stdio --connect`.",
    discussion: """
      Each has a file in $XDG_RUNTIME_DIR, or else in the temporary directory; $\(RuntimeDirectory.variable) names another \
      one. What servers that were killed have left there is removed.
      """)

  @Flag(help: "As JSON: a list of objects.")
  var json = false

  func run() {
    let servers = RuntimeDirectory.servers()
    if json {
      print(JSON.array(servers.map(\.json)).prettyText)
    } else if servers.isEmpty {
      ProgramFault.tell("Nothing runs.")
    } else {
      print(table(servers).joined(separator: "\n"))
    }
  }

  private func table(_ servers: [RunningServer]) -> [String] {
    let rows =
      [["PROCESS", "SINCE", "WHAT", "ENDPOINT"]]
      + servers.map { ["\($0.processID)", Self.since($0.startTime), Self.what($0), $0.endpoint] }
    return TextTable.lines(rows)
  }

  private static func what(_ server: RunningServer) -> String {
    let home = ProcessEnvironment.homeDirectory
    let place = server.notebook ?? server.directory
    return "\(server.command): \(place.hasPrefix(home + "/") ? "~" + place.dropFirst(home.count) : place)"
  }

  /// How long it has been running, in its largest unit.
  private static func since(_ time: Double) -> String {
    let seconds = max(0, WallClock.now - time)
    for (unit, length) in [("d", 86_400.0), ("h", 3_600), ("min", 60)] where seconds >= length {
      return "\(Int(saturating: (seconds / length).rounded(.down))) \(unit)"
    }
    return "\(Int(saturating: min(seconds, 60))) s"
  }
}
