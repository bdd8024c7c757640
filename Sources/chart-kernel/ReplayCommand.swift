import ArgumentParser
import ChartRecording
import ChartService
import POSIX

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Does again what --record kept, and compares the answers byte by byte.",
    discussion: """
      The data that were read come from the recording, too, and so does the time: nothing else is read, and nothing \
      written. Notifications are not compared, since how many there are depends on how fast they were read. The exit code \
      is 0 if all answers are the same, otherwise 1.
      """)

  @Argument(help: "The recording; - for standard input.")
  var file: String

  @Option(help: ArgumentHelp("The most differences to show.", valueName: "number"))
  var show = 10

  func run() throws { try ProgramFault.telling(replay) }

  private func replay() throws {
    let name = file == "-" ? "<stdin>" : file
    let replay: Replay
    do {
      replay = try Replay(file == "-" ? try FileDescriptor.standardInput.readAll() : try POSIXFile.read(file))
    } catch let error as RecordingError {
      throw ProgramFault(name, error.message)
    } catch {
      throw ProgramFault(name, "cannot be read: \(error)")
    }
    if let line = replay.tornLine {
      ProgramFault.tell("\(name):\(line): warning: the last line is unfinished, so it is left out")
    }
    let outcome = replay.run()
    for difference in outcome.differences.prefix(max(0, show)) { print(description(of: difference, in: name)) }
    let hidden = outcome.differences.count - max(0, show)
    if hidden > 0 { print("… and \(hidden) more") }
    guard outcome.differences.isEmpty else {
      let version =
        replay.program == ChartService.version
        ? "" : " It was recorded by \(replay.program), this is \(ChartService.version)."
      throw ProgramFault(
        name, "\(outcome.differences.count) of \(outcome.answers) answers differ.\(version)")
    }
    print("\(outcome.requests) requests, \(outcome.answers) answers: all the same.")
  }

  private func description(of difference: Replay.Difference, in name: String) -> String {
    let (recorded, replayed) = (difference.recorded ?? "nothing", difference.replayed ?? "nothing")
    let same = zip(recorded.unicodeScalars, replayed.unicodeScalars).prefix { $0 == $1 }.count
    return """
      \(name):\(difference.line): \(excerpt(difference.request, around: 0))
        recorded: \(excerpt(recorded, around: same))
        replayed: \(excerpt(replayed, around: same))
      """
  }

  /// What is near a place, in one line.
  private func excerpt(_ text: String, around place: Int) -> String {
    let start = max(0, place - 40)
    let scalars = Array(text.unicodeScalars.dropFirst(start).prefix(100))
    let shown = String(String.UnicodeScalarView(scalars)).replacing("\n", with: "⏎")
    return (start > 0 ? "…" : "") + shown + (text.unicodeScalars.count > start + scalars.count ? "…" : "")
  }

  func validate() throws {
    guard show >= 0 else { throw ValidationError("--show takes a number from 0.") }
  }
}
