import RPCStdio
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Standard input and output are the protocol's alone")
struct TakingOverTests {
  @Test("once taken over, what is printed goes to standard error, and who reads finds nothing", .timeLimit(.minutes(5)))
  func takingOver() async {
    await #expect(processExitsWith: .exitCode(7)) {
      _ = try StandardIO.takingOver()
      var (output, error) = (stat(), stat())
      var byte: UInt8 = 0
      guard fstat(STDOUT_FILENO, &output) == 0, fstat(STDERR_FILENO, &error) == 0,
        output.st_dev == error.st_dev, output.st_ino == error.st_ino, read(STDIN_FILENO, &byte, 1) == 0
      else { exit(1) }
      exit(7)
    }
  }
}
