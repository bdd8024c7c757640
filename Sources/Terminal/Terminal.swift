import POSIX

/// The terminal that a program was started in.
public enum Terminal {
  /// Whether somebody can type and see what is written.
  public static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Its size in characters, and in px where it tells that.
  public static var size: (columns: Int, rows: Int, width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return (80, 24, 0, 0) }
    return (Int(size.ws_col), Int(size.ws_row), Int(size.ws_xpixel), Int(size.ws_ypixel))
  }

  public static func write(_ text: String) {
    // A terminal that is gone ends the program by a signal, or by the end of its input.
    try? FileDescriptor.standardOutput.writeAll(text)
  }

  /// Waits for input.
  /// - Parameter milliseconds: -1 for ever.
  /// - Returns: What came; empty after the time; `nil` at the end.
  static func read(milliseconds: Int32) -> [UInt8]? {
    var item = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&item, 1, milliseconds)
      if ready == 0 { return [] }
      // A signal, such as that the window has another size.
      if ready < 0, errno == EINTR { return [] }
      var bytes = [UInt8](repeating: 0, count: 4096)
      switch FileDescriptor.standardInput.read(into: &bytes) {
      case .bytes(let count): return Array(bytes[..<count])
      case .notNow: continue
      case .end: return nil
      }
    }
  }

  /// Gets each key as it is pressed while the body runs, and tells what is pasted from what is typed.
  static func raw<Result>(_ body: () -> Result) -> Result {
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return body() }
    var raw = before
    cfmakeraw(&raw)
    // What is written is still made into lines.
    raw.c_oflag = before.c_oflag
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    write("\u{1B}[?2004h")
    defer {
      write("\u{1B}[?2004l")
      tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    }
    return body()
  }
}
