internal import Foundation

extension Kernelspec {
  /// The path under which this program should be started again.
  ///
  /// The path it was started by, made absolute, is better than the file's own: package managers put a link of a fixed name
  /// in front of a folder that has another name after each upgrade, and a kernelspec with that one is dead then
  /// (denoland/deno#25306).
  static func executablePath(
    _ environment: [String: String] = ProcessInfo.processInfo.environment,
    argument: String = CommandLine.arguments.first ?? ""
  ) throws -> String {
    let real = Bundle.main.executableURL?.resolvingSymlinksInPath().path
    for candidate in candidates(argument, environment["PATH"] ?? "") {
      let isThis = real.map { URL(filePath: candidate).resolvingSymlinksInPath().path == $0 } ?? true
      if isThis, FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
    }
    guard let real else {
      throw KernelspecError(description: "Cannot tell where this program is. Start it by its full path.")
    }
    return real
  }

  private static func candidates(_ argument: String, _ path: String) -> [String] {
    if argument.contains("/") { return [URL(filePath: argument).standardizedFileURL.path] }
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(argument)" }
  }
}
