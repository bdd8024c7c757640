internal import JSONModel
internal import POSIX

/// The notebook that a kernel was started for, as it lies on the disk.
///
/// JupyterLab prefers a widget's view to every still, and says "model not found" where a notebook was saved with a view
/// whose kernel has ended, instead of showing the still beside it. So a kernel tells of these models too, with the stills
/// as their pictures.
public struct SavedNotebook: Sendable {
  /// A picture that was saved beside the view of a model.
  public struct Picture: Hashable, Sendable {
    /// The model's id.
    public var model: String
    public var svg: String
    /// What it shows, in words.
    public var words: String
    /// px
    public var width: Double
    public var height: Double

    package init(model: String, svg: String, words: String, width: Double, height: Double) {
      self.model = model
      self.svg = svg
      self.words = words
      self.width = width
      self.height = height
    }
  }

  package let path: String

  /// What is larger is not looked through.
  private static let byteLimit = 32 << 20
  private static let pictureLimit = 1_000

  /// - Parameter path: where Jupyter's server says that the notebook is (`JPY_SESSION_NAME`); `nil` if it is no notebook.
  package init?(path: String) {
    guard path.hasPrefix("/"), path.hasSuffix(".ipynb") else { return nil }
    self.path = path
  }

  /// The pictures in it, as it is now; none if it cannot be read.
  package var pictures: [Picture] {
    guard POSIXFile.isRegular(path), let bytes = try? POSIXFile.read(path, limit: SavedNotebook.byteLimit),
      let notebook = try? JSON(parsing: bytes)
    else { return [] }
    let outputs = (notebook["cells"]?.arrayValue ?? []).flatMap { $0["outputs"]?.arrayValue ?? [] }
    return Array(outputs.lazy.compactMap(SavedNotebook.picture).prefix(SavedNotebook.pictureLimit))
  }

  private static func picture(in output: JSON) -> Picture? {
    let type = "image/svg+xml"
    guard let data = output["data"], let model = data[WidgetProtocol.viewType]?["model_id"]?.stringValue,
      !model.isEmpty, let svg = data[type].flatMap(text)
    else { return nil }
    let size = output["metadata"]?[type]
    return Picture(
      model: model, svg: svg, words: data["text/plain"].flatMap(text) ?? "", width: size?["width"]?.doubleValue ?? 640,
      height: size?["height"]?.doubleValue ?? 360)
  }

  /// Texts are written as a whole, or line by line.
  private static func text(_ json: JSON) -> String? {
    json.stringValue ?? json.arrayValue?.compactMap(\.stringValue).joined()
  }
}
