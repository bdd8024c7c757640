internal import ArgumentParser

/// `chart-kernel install`: makes the kernel known to Jupyter.
struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Makes the kernel known to Jupyter.")

  @OptionGroup var place: KernelspecOptions

  @Option(help: "What frontends call the kernel.")
  var displayName: String?

  func run() throws {
    let kernelspec = try place.kernelspec
    let folder = try kernelspec.install(
      in: place.location.kernels(), executable: Kernelspec.executablePath(), displayName: displayName)
    print("Installed the kernel \(kernelspec.name) in \(folder)")
  }
}
