import ArgumentParser
import ChartData
import ChartRecording
import JSONRPC
import POSIX

/// For the commands that answer somebody.
struct RecordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keeps all that goes in and out in a new file, for `chart-kernel replay`.",
      discussion: "%p in its name stands for the number of the process.", valueName: "file"))
  var record: String?

  /// - Parameters:
  ///   - command: What is recorded.
  ///   - memory: What the program may have.
  /// - Throws: ``ProgramFault``.
  func recorder(of command: String, data: DataSource, memory: MemoryCeiling) throws -> Recorder? {
    guard let record else { return nil }
    // Beyond a limit of file sizes the recording ends, and says so; it must not end the program.
    signal(SIGXFSZ, SIG_IGN)
    do {
      return try Recorder(path: record, command: command, data: data, memoryLimit: memory.limit)
    } catch {
      throw ProgramFault("--record", error.message)
    }
  }
}
