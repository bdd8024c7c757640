/// The module that shows a chart live in a page: JavaScript as anywidget (https://anywidget.dev) loads it, with its styles.
/// It knows no chart; what it shows is the state of its model (`LiveViews`), and what people do it sends as JSON-RPC.
public enum ChartWidget {
  /// Names the module among those of others: `package.Name`.
  public static let identifier = "chart-kernel.Chart"

  /// A model has room for one text.
  public static let module = [
    PackageResources.chart_js, PackageResources.view_js, PackageResources.keys_js, PackageResources.marker_js,
    PackageResources.parts_js, PackageResources.pictures_js, PackageResources.theme_js, PackageResources.module_js,
  ].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")

  /// Of the module, what pages without a kernel have a use for: the functions that show what stands beside a mark, and that
  /// know whether there are several charts.
  public static let still = [PackageResources.marker_js, PackageResources.parts_js]
    .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")

  public static let styles = String(decoding: PackageResources.chart_css, as: UTF8.self)
}
