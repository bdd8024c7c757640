internal import ArgumentParser

/// Which kernelspec is meant, and where: what `install` and `uninstall` have in common.
struct KernelspecOptions: ParsableArguments {
  @Flag(help: "For this user, in every environment. This is what happens without an option.")
  var user = false

  @Flag(help: "In the active virtual or conda environment.")
  var sysPrefix = false

  @Option(help: ArgumentHelp("In the environment in this folder.", valueName: "dir"))
  var prefix: String?

  @Option(help: "The name by which clients ask for the kernel.")
  var name = "chart"

  func validate() throws {
    let places = [user, sysPrefix, prefix != nil]
    guard places.count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one of --user, --sys-prefix and --prefix.")
    }
    guard Kernelspec(name: name) != nil else {
      throw ValidationError("A kernel's name has letters, digits, '.', '_' and '-' only: '\(name)' has others.")
    }
  }

  var kernelspec: Kernelspec {
    get throws {
      guard let kernelspec = Kernelspec(name: name) else { throw ValidationError("'\(name)' is no name for a kernel.") }
      return kernelspec
    }
  }

  var location: Kernelspec.Location {
    if let prefix { .prefix(prefix) } else if sysPrefix { .environment } else { .user }
  }
}
