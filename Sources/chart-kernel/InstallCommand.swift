internal import ArgumentParser
internal import Foundation

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
    print("Installed the kernel \(kernelspec.name) in \(folder.path)")
  }
}

/// `chart-kernel uninstall`: takes it away again.
struct UninstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uninstall", abstract: "Removes the kernel from Jupyter; the program stays.")

  @OptionGroup var place: KernelspecOptions

  func run() throws {
    let kernelspec = try place.kernelspec
    let kernels = try place.location.kernels()
    guard let folder = try kernelspec.uninstall(from: kernels) else {
      throw KernelspecError(description: "There is no kernel \(kernelspec.name) in \(kernels.path).")
    }
    print("Removed the kernel \(kernelspec.name) from \(folder.path)")
  }
}
