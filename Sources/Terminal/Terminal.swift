#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = systemWrite(STDOUT_FILENO, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return }
        written += count
      }
    }
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
      let count = systemRead(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return count > 0 ? Array(bytes[..<count]) : nil
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

private func systemWrite(_ file: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  write(file, bytes, count)
}
private func systemRead(_ file: Int32, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  read(file, bytes, count)
}
