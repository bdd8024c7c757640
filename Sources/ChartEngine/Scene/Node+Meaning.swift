extension Node {
  /// The same as a picture of what others mean.
  var withoutMeaning: Node {
    var node = self
    (node.meaning, node.entrance) = (nil, nil)
    switch shape {
    case .group(let nodes): node.shape = .group(nodes.map(\.withoutMeaning))
    case .clipped(let path, let nodes): node.shape = .clipped(path, nodes.map(\.withoutMeaning))
    case .cropped(let rect, let nodes): node.shape = .cropped(rect, nodes.map(\.withoutMeaning))
    case .path, .circle, .dots, .rect, .polyline, .text, .raster: break
    }
    return node
  }
}
