import ChartModel
import JSONModel

extension TreemapLayout {
  func report() -> JSON {
    func list(_ path: [Int]) -> JSON { .array(path.map { .integer($0) }) }
    let tiles: [JSON] = self.tiles.map { tile in
      [
        "path": list(tile.path), "label": .string(tile.slice.spec.label), "value": JSON(tile.slice.weight),
        "fraction": JSON(tile.slice.fraction), "percent": .string(tile.slice.percentText(format)),
        "color": .string(tile.slice.color.css), "box": Rect.schema.encode(tile.rect),
        "header": tile.header.map { Rect.schema.encode($0) } ?? .null, "selected": .bool(tile.isSelected),
      ]
    }
    let labels: [JSON] =
      isMoving
      ? []
      : self.labels.labels.map { label in
        [
          "path": list(label.path), "box": Rect.schema.encode(label.box),
          "text": .string(label.texts.map { $0.runs.map(\.text).joined() }.joined(separator: "\n")),
        ]
      }
    return [
      "size": Size.schema.encode(canvas.size), "plot": Rect.schema.encode(plot), "total": JSON(tree.total),
      "title": title.map { Rect.schema.encode($0.box) } ?? .null, "root": view.root.map(list) ?? .null,
      "crumbs": crumbs?.report() ?? [], "slices": .array(tiles), "labels": .array(labels),
      "legend": legend?.report() ?? [],
    ]
  }

  func words() -> String { words(separator: "\n") }

  /// The treemap in words: kind, title, where one is, total, and each part with value and share. Long lists are cut.
  func words(separator: String) -> String {
    let root = view.root.flatMap { tree.slice(at: $0) }
    let parts = shown.slices.filter { $0.weight > 0 }
    let title = spec.common.title.map { " “\($0.shortened)”" } ?? ""
    let place = root.map { ", in \($0.spec.label.shortened)" } ?? ""
    let count = parts.count == 1 ? "1 part" : "\(parts.count) parts"
    var lines = ["Treemap\(title)\(place): \(count), total \(format.value(root?.weight ?? tree.total))."]
    if let notice = spec.common.notice { lines.append(notice + ".") }
    lines += parts.prefix(50).map { part in
      let inside = part.children.count { $0.weight > 0 }
      return part.words(format) + (inside > 0 ? ", with \(inside) within it" : "")
        + (part.path == view.selection ? ", selected." : ".")
    }
    if parts.count > 50 { lines.append("And \(parts.count - 50) more.") }
    if let selection = view.selection, !parts.contains(where: { $0.path == selection }),
      let words = words(for: selection)
    {
      lines.append("Selected: \(words).")
    }
    return lines.joined(separator: separator)
  }

  func words(for path: [Int]) -> String? {
    let root = view.root ?? []
    let isInside = path.starts(with: root) && path.count > root.count
    let slice = isInside ? shown.slice(at: Array(path.dropFirst(root.count))) : tree.slice(at: path)
    guard let slice, slice.weight > 0 else { return nil }
    return slice.words(format)
  }

  func marker(for path: [Int]) -> Marker? {
    guard let tile = tiles.last(where: { $0.path == path }) else { return nil }
    let marker = PartMarker(
      label: tile.slice.spec.label, value: "\(format.value(tile.slice.weight)) (\(tile.slice.percentText(format)))",
      on: canvas)
    // Of what covers much, at its name; of little, above it.
    let place = tile.header ?? tile.rect
    let anchor = Point(x: place.midX, y: tile.header?.midY ?? place.midY)
    let above = place.minY - marker.size.height - 4
    return marker.marker(
      at: Point(x: anchor.x - marker.size.width / 2, y: above >= 0 ? above : place.maxY + 4), anchor: anchor, in: canvas
    )
  }
}
