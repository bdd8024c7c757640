// The C library of the system, under one name: who imports POSIX need not ask which system it is.
//
// `@_exported` is no official attribute; it is what all overlays of the system's own modules are made with, and without
// it each file that calls the system needs these seven lines.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

/// What the system says went wrong.
package struct POSIXError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Of the call that has just failed, on this thread.
  package static var last: POSIXError { POSIXError(number: errno) }

  /// In the system's words: `No such file or directory`.
  package var description: String { String(cString: strerror(number)) }
}

/// The machine.
package enum Machine {
  /// How many cores the system gives programs; at least 1.
  package static var coreCount: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }
}

/// The process and what it was started with.
package enum ProcessEnvironment {
  /// The value of a variable; `nil` if it is not set.
  package static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// All variables.
  /// - Complexity: O(*n*) in their number and length; for one variable take ``value(_:)``.
  package static var all: [String: String] {
    var all: [String: String] = [:]
    guard var entry = systemEnvironment else { return all }
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return all
  }

  /// The user's home as `HOME` names it, or else as the system knows it; `/` if it knows none.
  package static var homeDirectory: String {
    if let home = value("HOME"), !home.isEmpty { return home }
    guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return "/" }
    return String(cString: home)
  }

  /// The path of this program's file, links resolved; `nil` if the system does not tell.
  package static var executablePath: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = _NSGetExecutablePath(nil, &size)
      var bytes = [CChar](repeating: 0, count: Int(size))
      guard !bytes.isEmpty, _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      return FilePath.resolved(String(cString: bytes))
    #else
      return FilePath.resolved("/proc/self/exe")
    #endif
  }
}

private var systemEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  #if canImport(Darwin)
    _NSGetEnviron()?.pointee
  #else
    environ
  #endif
}

/// The time of day, as the system's clock has it.
package enum WallClock {
  /// Seconds since 1970, in UTC.
  package static var now: Double {
    let time = time
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Seconds and nanoseconds since 1970, in UTC.
  package static var time: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }
}
