public import JSONRPC
import POSIX

/// What kept a process from serving over its standard input and output.
public struct StandardIOError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system call that failed.
  public var call: String
  /// Its `errno`.
  public var number: Int32

  public var description: String { "\(call) failed: \(String(cString: strerror(number)))" }
}

/// A client on two file descriptors, mostly standard input and output, framed with `Content-Length`.
///
/// A thread reads and another writes, so that a client that does not read cannot keep the server from hearing it: it
/// goes on reading until the client has too much unread. What is ready at once is written by the reader itself.
public final class StandardIO: Sendable {
  let input: FileDescriptor
  let output: FileDescriptor

  /// Serves on two descriptors, which stay open. Neither must be used by anybody else.
  public init(input: Int32, output: Int32) {
    self.input = FileDescriptor(input)
    self.output = FileDescriptor(output)
  }

  /// Takes the process's standard input and output for the protocol alone: what anybody prints goes to standard error,
  /// and whoever reads finds nothing. Call it before anything is printed, once.
  public static func takingOver() throws(StandardIOError) -> StandardIO {
    // Whoever closed the pipe is told by the failed write; a signal would end the process silently.
    signal(SIGPIPE, SIG_IGN)
    let input = try checked("dup", fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3))
    let output = try checked("dup", fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))
    _ = try checked("dup2", dup2(STDERR_FILENO, STDOUT_FILENO))
    let nothing = try checked("open /dev/null", open("/dev/null", O_RDONLY | O_CLOEXEC))
    _ = try checked("dup2", dup2(nothing, STDIN_FILENO))
    close(nothing)
    return StandardIO(input: input, output: output)
  }

  private static func checked(_ call: String, _ result: Int32) throws(StandardIOError) -> Int32 {
    guard result >= 0 else { throw StandardIOError(call: call, number: errno) }
    return result
  }

  /// Serves the client until it closes the input, says `exit`, stops listening or dies. Blocks the calling thread.
  /// - Parameters:
  ///   - watchingParent: Whether to end when the process's parent dies, even if the pipes stay open.
  /// - Returns: The exit code for the process: 0 at the end of the input or at `exit` after `shutdown`, otherwise 1.
  public func run(_ endpoint: any MessageEndpoint, limits: Limits = Limits(), watchingParent: Bool = true) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    guard let session = StandardIOSession(input: input, output: output, endpoint: endpoint, limits: limits) else {
      endpoint.close()
      return 1
    }
    return session.run(watchingParent: watchingParent)
  }
}
