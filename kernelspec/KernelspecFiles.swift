/// The files of this folder, as the program holds them: what `chart-kernel install` writes into a folder of Jupyter's.
package enum KernelspecFiles {
  /// `kernel.json` before it is installed: `{executable}` stands for the program's path. `{connection_file}` stays, since
  /// Jupyter fills it in at each start.
  package static var template: [UInt8] { PackageResources.kernel_json }

  /// The logos, by the names under which Jupyter looks for them.
  package static var logos: [(name: String, contents: [UInt8])] {
    [
      ("logo-svg.svg", PackageResources.logo_svg_svg),
      ("logo-32x32.png", PackageResources.logo_32x32_png),
      ("logo-64x64.png", PackageResources.logo_64x64_png),
    ]
  }
}
