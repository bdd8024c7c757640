import ChartModel

/// What one mark draws in one layer.
struct LayerDrawing: Sendable {
  let layer: SeriesSpec.Layer
  /// What lies below all marks of the layer, and is there before any of them comes in: tracks.
  var ground: [Node] = []
  /// What ends with the plot; all series of the layer are cut off there together.
  var inside: [Node] = []
  /// What may reach over the plot's edges.
  var body: [Node] = []
  /// The line around what is selected, which never pales: above the bodies, too.
  var selection: [Node] = []
  /// What lies above the bodies of all series of the layer.
  var above: [Node] = []
}

/// The parts of a mark that are hit one after the other.
enum LayerPart: CaseIterable, Sendable {
  case above, body
}
