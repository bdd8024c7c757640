internal import Foundation
internal import JSONModel
internal import OrderedCollections

/// A kernelspec: the folder that makes a kernel known to Jupyter.
struct Kernelspec {
  /// The folder's name, by which clients ask for the kernel.
  let name: String

  /// - Returns: `nil` if Jupyter would not take the name.
  init?(name: String) {
    let allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
    guard !name.isEmpty, name.allSatisfy(allowed.contains), name != ".", name != ".." else { return nil }
    self.name = name
  }

  /// Its files, by name; `kernel.json` is the last. In the embedded one `{executable}` stands for the program's path;
  /// `{connection_file}` stays: Jupyter fills it in.
  ///
  /// - Parameters:
  ///   - executable: the absolute path of the program.
  ///   - displayName: what frontends show; `nil` for the usual one.
  func files(executable: String, displayName: String?) throws -> [(name: String, contents: Data)] {
    guard case .object(var members) = try JSON(parsing: PackageResources.kernel_json) else {
      throw KernelspecError(description: "The embedded kernel.json is no JSON object.")
    }
    let arguments = members["argv"]?.arrayValue ?? []
    members["argv"] = .array(arguments.map { $0 == "{executable}" ? .string(executable) : $0 })
    if let displayName { members["display_name"] = .string(displayName) }
    let json = JSON.object(members).prettyText + "\n"
    return [
      ("logo-svg.svg", Data(PackageResources.logo_svg_svg)),
      ("logo-32x32.png", Data(PackageResources.logo_32x32_png)),
      ("logo-64x64.png", Data(PackageResources.logo_64x64_png)),
      ("kernel.json", Data(json.utf8)),
    ]
  }

  /// Writes the files into a folder of kernelspecs, each in one step and `kernel.json` last, so that Jupyter finds either
  /// the kernel as it was or as it is now.
  ///
  /// - Returns: The folder.
  func install(in kernels: URL, executable: String, displayName: String?) throws -> URL {
    let folder = kernels.appending(path: name, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (name, contents) in try files(executable: executable, displayName: displayName) {
        try contents.write(to: folder.appending(path: name), options: .atomic)
      }
    } catch let error as CocoaError {
      throw KernelspecError(
        description: """
          The kernel cannot be installed in \(folder.path): \(error.localizedDescription) Choose another place with \
          --user, --sys-prefix or --prefix.
          """)
    }
    return folder
  }

  /// Removes the kernel from a folder of kernelspecs.
  ///
  /// - Returns: The folder that was removed, or `nil` if there is none.
  func uninstall(from kernels: URL) throws -> URL? {
    let folder = kernels.appending(path: name, directoryHint: .isDirectory)
    guard let data = try? Data(contentsOf: folder.appending(path: "kernel.json")) else { return nil }
    // Another kernel of that name is not ours to remove.
    let language = try? JSON(parsing: [UInt8](data))["language"]?.stringValue
    guard language == "chart" else {
      throw KernelspecError(
        description: "The kernel in \(folder.path) is another one, so it stays. Say which to remove with --name.")
    }
    try FileManager.default.removeItem(at: folder)
    return folder
  }
}
