internal import JSONModel
internal import OrderedCollections

/// The words of the widget protocol (`jupyter-widgets/schema/messages.md`, version 2.1), of which a kernel needs few since
/// the module of an `anywidget` model travels in its state.
enum WidgetProtocol {
  /// What comms of models are opened for.
  static let target = "jupyter.widget"
  /// What frontends open a comm to in order to get all models at once.
  static let controlTarget = "jupyter.widget.control"
  /// The metadata of every `comm_open`; frontends refuse another major version.
  static let metadata: JSON = ["version": "2.1.0"]
  static let controlMetadata: JSON = ["version": "1.0.0"]
  /// By which frontends find the view of a model.
  static let viewType = "application/vnd.jupyter.widget-view+json"

  static let modelName = "AnyModel"
  static let module = "anywidget"
  /// A range: frontends take the newest version that they have. `ipywidgets` names `*` to CDNs too.
  static let moduleVersion = "*"

  /// What every model says of itself.
  static func state(of displays: any LiveDisplays) -> OrderedDictionary<String, JSON> {
    [
      "_model_module": .string(module), "_model_name": .string(modelName),
      "_model_module_version": .string(moduleVersion),
      "_view_module": .string(module), "_view_name": "AnyView", "_view_module_version": .string(moduleVersion),
      "_view_count": .null,
      // Without an id a style sheet is not applied.
      "_anywidget_id": .string(displays.identifier), "_esm": .string(displays.module), "_css": .string(displays.styles),
    ]
  }

  /// New values of a model's members.
  static func update(_ state: OrderedDictionary<String, JSON>) -> JSON {
    ["method": "update", "state": .object(state), "buffer_paths": []]
  }

  /// A message for the module.
  static func custom(_ content: JSON) -> JSON { ["method": "custom", "content": content] }

  /// What a MIME bundle has to show a model.
  static func view(of id: String) -> JSON {
    ["version_major": 2, "version_minor": 1, "model_id": .string(id)]
  }

  /// A model among all of them.
  static func entry(_ state: OrderedDictionary<String, JSON>) -> JSON {
    [
      "model_name": .string(modelName), "model_module": .string(module),
      "model_module_version": .string(moduleVersion), "state": .object(state),
    ]
  }
}
