/// A program that takes bytes and gives bytes.
package enum ChildProcess {
  /// Runs a program with `input` as its standard input, until it ends. What it says on standard error is lost.
  /// - Parameters:
  ///   - program: The path of its file.
  ///   - arguments: Without the program's name.
  ///   - isOver: Whether nobody waits for it any more, so that it is killed; asked every 20 ms.
  /// - Returns: What it wrote on standard output; `nil` if it could not be started or ended with another status than 0.
  package static func output(
    of program: String, _ arguments: [String], input: [UInt8], unless isOver: (() -> Bool)? = nil
  ) -> [UInt8]? {
    guard let toChild = FileDescriptor.pipe() else { return nil }
    guard let fromChild = FileDescriptor.pipe() else {
      toChild.reading.close()
      toChild.writing.close()
      return nil
    }
    let process = spawn(program, arguments, input: toChild.reading, output: fromChild.writing)
    toChild.reading.close()
    fromChild.writing.close()
    // While it is written, something may already be there to be read.
    let writer = process.flatMap { _ in
      BlockingThread {
        // A program that ends early, or does not want all of it, says by its status whether that was right.
        try? toChild.writing.writeAll(input)
        toChild.writing.close()
      }
    }
    if writer == nil { toChild.writing.close() }
    if let process, let isOver {
      // What it writes is small, or comes when it is ready.
      while FileDescriptor.poll([(fromChild.reading, FileDescriptor.readable)], milliseconds: 20) == nil {
        if isOver() { kill(process, SIGKILL) }
      }
    }
    let output = process.flatMap { _ in try? fromChild.reading.readAll() }
    fromChild.reading.close()
    writer?.join()
    guard let process, status(of: process) == 0 else { return nil }
    return output
  }

  private static func spawn(
    _ program: String, _ arguments: [String], input: FileDescriptor, output: FileDescriptor
  ) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    // Both pipes are closed by exec, so that the child has them as its standard streams alone.
    posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // What this program blocks and ignores would be the child's too.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var texts: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for text in texts { free(text) } }
    texts.append(nil)
    let variables = ProcessEnvironment.all.map { "\($0.key)=\($0.value)" }
    var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) }
    defer { for text in environment { free(text) } }
    environment.append(nil)
    var process = pid_t()
    return posix_spawn(&process, program, &actions, &attributes, texts, environment) == 0 ? process : nil
  }

  /// Waits for the end of a process.
  /// - Returns: Its exit status; `nil` if a signal ended it.
  private static func status(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    // As WIFEXITED and WEXITSTATUS have it, which are macros.
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}
