internal import POSIX

extension Kernelspec {
  /// Where a kernelspec can go.
  enum Location {
    /// The user's own kernels, for every Jupyter of theirs.
    case user
    /// The active virtual or conda environment.
    case environment
    /// A given one.
    case prefix(String)

    /// The folder of kernelspecs there, as jupyter_core's `jupyter_data_dir` finds it.
    ///
    /// - Parameter environment: the environment variables.
    func kernels(_ environment: [String: String] = ProcessEnvironment.all) throws(KernelspecError) -> String {
      switch self {
      case .user: Self.dataDirectory(environment) + "/kernels"
      case .environment: Self.kernels(under: try Self.activePrefix(environment))
      case .prefix(let path): Self.kernels(under: path)
      }
    }

    private static func kernels(under prefix: String) -> String {
      FilePath.absolute(prefix) + "/share/jupyter/kernels"
    }

    private static func activePrefix(_ environment: [String: String]) throws(KernelspecError) -> String {
      for variable in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        if let path = environment[variable], !path.isEmpty { return path }
      }
      throw KernelspecError(
        description: """
          There is no active environment. Activate one first (`source .venv/bin/activate` or `conda activate NAME`), or \
          name its folder with --prefix.
          """)
    }

    private static func dataDirectory(_ environment: [String: String]) -> String {
      if let path = environment["JUPYTER_DATA_DIR"], !path.isEmpty { return FilePath.absolute(path) }
      let home = FilePath.absolute(environment["HOME"] ?? ProcessEnvironment.homeDirectory)
      #if os(macOS)
        return home + "/Library/Jupyter"
      #else
        if let path = environment["XDG_DATA_HOME"], !path.isEmpty {
          return FilePath.absolute(path) + "/jupyter"
        }
        return home + "/.local/share/jupyter"
      #endif
    }
  }
}
