/// The memory that the process has, and the machine.
package enum ProcessMemory {
  /// Bytes that the process has for itself in the machine's memory: what it shares with files, such as its own code, does not
  /// count.
  /// - Complexity: a system call or two, some microseconds.
  package static var held: Int {
    #if canImport(Darwin)
      var info = task_vm_info_data_t()
      var count = mach_msg_type_number_t(MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { info in
        info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(clamping: info.phys_footprint) : 0
    #else
      // Pages: of the program's size, in memory, of these shared with files.
      let pages = numbers(in: "/proc/self/statm")
      guard pages.count > 2, pages[1] >= pages[2] else { return 0 }
      return (pages[1] - pages[2]) * pageSize
    #endif
  }

  /// Gives free memory back to the system, which the C library keeps for itself otherwise.
  package static func giveBack() {
    #if canImport(Darwin)
      _ = malloc_zone_pressure_relief(nil, 0)
    #else
      // Not every C library has it.
      typealias Trim = @convention(c) (Int) -> Int32
      guard let found = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(found, to: Trim.self)(0)
    #endif
  }

  /// Bytes that the machine has, or the process's control groups let it have if that is less; `nil` if nobody tells.
  package static var available: Int? {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let machine = pages > 0 ? Int(pages).multipliedReportingOverflow(by: pageSize).partialValue : nil
    #if canImport(Darwin)
      return machine
    #else
      return ([machine] + groupLimits).compactMap { $0 }.min()
    #endif
  }

  private static let pageSize = max(Int(sysconf(Int32(_SC_PAGESIZE))), 1)

  #if !canImport(Darwin)
    /// What the control groups allow that the process is in: those of version 2 by their paths, with all above them, those of
    /// version 1 by the memory controller's.
    private static var groupLimits: [Int] {
      let root = "/sys/fs/cgroup"
      var files = [root + "/memory.max", root + "/memory/memory.limit_in_bytes"]
      for line in text(of: "/proc/self/cgroup").split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { continue }
        let (base, name) =
          parts[1].split(separator: ",").contains("memory")
          ? (root + "/memory", "memory.limit_in_bytes") : (root, "memory.max")
        guard parts[1].isEmpty || base != root else { continue }
        var path = Substring(parts[2])
        while let slash = path.lastIndex(of: "/"), path.count > 1 {
          files.append("\(base)\(path)/\(name)")
          path = path[..<slash]
        }
      }
      return files.compactMap { numbers(in: $0).first }
    }

    private static func numbers(in path: String) -> [Int] {
      text(of: path).split(whereSeparator: \.isWhitespace).map { Int($0) ?? .max }
    }

    private static func text(of path: String) -> String {
      (try? POSIXFile.read(path, limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  #endif
}

extension ProcessMemory {
  /// Sees to it that nothing shows this process's memory when it crashes from now on, no core file and no backtrace: there are secrets
  /// in it.
  package static func forbidCoreFiles() {
    // Swift's runtime answers these by what the registers point at, among others.
    for crash in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(crash, SIG_DFL) }
    #if os(Linux)
      // PR_SET_DUMPABLE (prctl(2), which Swift cannot call by its name): a limit alone would not hold where the system hands core
      // files to a program.
      typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      if let found = dlsym(nil, "prctl") { _ = unsafeBitCast(found, to: Control.self)(4, 0, 0, 0, 0) }
    #endif
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
  }
}
