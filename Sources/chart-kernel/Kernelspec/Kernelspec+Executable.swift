internal import POSIX

extension Kernelspec {
  /// The path under which this program should be started again.
  ///
  /// The path it was started by, made absolute, is better than the file's own: package managers put a link of a fixed name
  /// in front of a folder that has another name after each upgrade, and a kernelspec with that one is dead then
  /// (denoland/deno#25306).
  static func executablePath(
    searching path: String = ProcessEnvironment.value("PATH") ?? "",
    argument: String = CommandLine.arguments.first ?? ""
  ) throws -> String {
    let real = ProcessEnvironment.executablePath
    for candidate in candidates(argument, path) {
      let isThis = real.map { FilePath.resolved(candidate) == $0 } ?? true
      if isThis, POSIXFile.isExecutable(candidate) { return candidate }
    }
    guard let real else {
      throw KernelspecError(description: "Cannot tell where this program is. Start it by its full path.")
    }
    return real
  }

  private static func candidates(_ argument: String, _ path: String) -> [String] {
    if argument.contains("/") { return [FilePath.absolute(argument)] }
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(argument)" }
  }
}
