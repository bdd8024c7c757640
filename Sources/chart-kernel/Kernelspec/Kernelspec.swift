internal import JSONModel
internal import KernelspecFiles
internal import OrderedCollections
internal import POSIX

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
  func files(executable: String, displayName: String?) throws -> [(name: String, contents: [UInt8])] {
    guard case .object(var members) = try JSON(parsing: KernelspecFiles.template) else {
      throw KernelspecError(description: "The embedded kernel.json is no JSON object.")
    }
    let arguments = members["argv"]?.arrayValue ?? []
    members["argv"] = .array(arguments.map { $0 == "{executable}" ? .string(executable) : $0 })
    if let displayName { members["display_name"] = .string(displayName) }
    let json = JSON.object(members).prettyText + "\n"
    return KernelspecFiles.logos + [("kernel.json", Array(json.utf8))]
  }

  /// Writes the files into a folder of kernelspecs, each in one step and `kernel.json` last, so that Jupyter finds either
  /// the kernel as it was or as it is now.
  ///
  /// - Returns: The folder.
  func install(in kernels: String, executable: String, displayName: String?) throws -> String {
    let folder = "\(kernels)/\(name)"
    let files = try files(executable: executable, displayName: displayName)
    do throws(POSIXError) {
      try POSIXFile.makeDirectory(folder)
      for (name, contents) in files { try POSIXFile.replace("\(folder)/\(name)", with: contents, mode: 0o666) }
    } catch {
      throw KernelspecError(
        description: """
          The kernel cannot be installed in \(folder): \(error). Choose another place with \
          --user, --sys-prefix or --prefix.
          """)
    }
    return folder
  }

  /// Removes the kernel from a folder of kernelspecs.
  ///
  /// - Returns: The folder that was removed, or `nil` if there is none.
  func uninstall(from kernels: String) throws -> String? {
    let folder = "\(kernels)/\(name)"
    guard let bytes = try? POSIXFile.read("\(folder)/kernel.json", limit: 1 << 20) else { return nil }
    // Another kernel of that name is not ours to remove.
    let language = try? JSON(parsing: bytes)["language"]?.stringValue
    guard language == "chart" else {
      throw KernelspecError(
        description: "The kernel in \(folder) is another one, so it stays. Say which to remove with --name.")
    }
    do throws(POSIXError) {
      try POSIXFile.removeTree(folder)
    } catch {
      throw KernelspecError(description: "The kernel in \(folder) cannot be removed: \(error).")
    }
    return folder
  }
}
