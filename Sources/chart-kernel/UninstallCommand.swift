internal import ArgumentParser

/// `chart-kernel uninstall`: takes it away again.
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Removes the kernel from Jupyter; the program stays.")

  @OptionGroup var place: KernelspecOptions

  func run() throws {
    let kernelspec = try place.kernelspec
    let kernels = try place.location.kernels()
    guard let folder = try kernelspec.uninstall(from: kernels) else {
      throw KernelspecError(description: "There is no kernel \(kernelspec.name) in \(kernels).")
    }
    print("Removed the kernel \(kernelspec.name) from \(folder)")
  }
}
