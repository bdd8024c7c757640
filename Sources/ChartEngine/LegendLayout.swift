public import ChartModel
public import JSONModel

/// The legend: names with their colours, to be clicked on.
public struct LegendLayout: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    /// What a click hides; `nil` for what only explains a colour.
    public let index: Int?
    /// The name, and as much of it as there is room for.
    public let label: String
    public let text: String
    public let color: Color
    public let symbol: LegendSymbol
    public let isHidden: Bool
    /// What is hit, and where the swatch is.
    public let box: Rect
    public let swatch: Rect
  }

  /// A name with its colour that is to stand in the legend.
  public struct Item: Hashable, Sendable {
    public var label: String
    public var color: Color
    public var symbol = LegendSymbol.swatch
    public var isHidden = false

    public init(_ label: String, color: Color, symbol: LegendSymbol = .swatch, isHidden: Bool = false) {
      (self.label, self.color, self.symbol, self.isHidden) = (label, color, symbol, isHidden)
    }
  }

  public let entries: [Entry]
  /// What explains numbers, after the entries.
  let scales: [PlacedScale]
  /// What of that there is no room for.
  let missingScales: [LegendScale]
  /// How many entries there is no room for, and where that is said.
  let missing: (count: Int, position: Point)?
  let font: Font

  private static let swatchSize = 11.0
  private static let swatchGap = 7.0
  private static let spacing = 16.0

  public static func == (left: LegendLayout, right: LegendLayout) -> Bool {
    left.entries == right.entries && left.scales == right.scales
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
    hasher.combine(scales)
  }

  /// Takes the room of the legend off a side of `area`; `nil` if there is to be none.
  /// - Parameter entries: What can be hidden, in order.
  public init?(entries: [(label: String, color: Color, isHidden: Bool)], spec: LegendSpec, in area: inout Rect) {
    self.init(
      items: entries.map { Item($0.label, color: $0.color, isHidden: $0.isHidden) }, key: [], scales: [], spec: spec,
      in: &area)
  }

  /// Takes the room of the legend off a side of `area`; `nil` if there is to be none.
  /// - Parameters:
  ///   - items: What can be hidden, in order.
  ///   - key: What only explains a colour, after them.
  ///   - wanted: What explains numbers, after all names; those that there is no room for are left out.
  public init?(items: [Item], key: [Item], scales wanted: [LegendScale], spec: LegendSpec, in area: inout Rect) {
    let (hideable, entries) = (items.indices, items + key)
    guard spec.position != .none, !(entries.isEmpty && wanted.isEmpty), area.width >= 120, area.height >= 60 else {
      return nil
    }
    let font = Font(size: spec.fontSize)
    self.font = font
    let rowHeight = font.lineHeight + 5
    let isColumn = spec.position == .left || spec.position == .right
    let prefix = LegendLayout.swatchSize + LegendLayout.swatchGap
    let widest = isColumn ? area.width * 0.35 - prefix : min(area.width - prefix, 220)
    let limit = font.longest(in: widest)
    let fitted = entries.prefix(1000).map { font.truncated($0.label.oneLine(limit: limit), to: widest) }
    let widths = fitted.map { prefix + font.width(of: $0) }
    let maximumRows = max(1, Int(saturating: (isColumn ? area.height : area.height / 3) / rowHeight))

    // Which entry stands in which row: in columns one each, else as many as fit.
    var rows: [[Int]] = []
    if isColumn {
      rows = fitted.indices.map { [$0] }
    } else {
      var used = Double.infinity
      for index in fitted.indices {
        if used + LegendLayout.spacing + widths[index] > area.width {
          rows.append([])
          used = widths[index]
        } else {
          used += LegendLayout.spacing + widths[index]
        }
        rows[rows.count - 1].append(index)
      }
    }
    let isTooLong = rows.count > maximumRows || entries.count > 1000
    // No more than "+ 9 more" may be all there is to see, but that much must fit.
    let remark = isTooLong ? font.width(of: "+ \(entries.count) more") : 0
    guard rowHeight <= area.height / 2, remark <= (isColumn ? area.width / 2 : area.width) else { return nil }
    let shown = isTooLong ? max(maximumRows - 1, 0) : rows.count
    let rowCount = min(rows.count, maximumRows)
    var height = Double(rowCount) * rowHeight
    var columnWidth = max(remark, rows.prefix(shown).flatMap { $0 }.map { widths[$0] }.max() ?? 0)

    // Below the names, each as it fits: in a column one below the other, else side by side.
    let scaleRows = LegendLayout.rows(
      of: wanted, font: font, rowHeight: rowHeight, isColumn: isColumn,
      room: Size(
        width: isColumn ? area.width * 0.35 : area.width, height: (isColumn ? area.height : area.height / 3) - height),
      startsLegend: entries.isEmpty)
    missingScales = scaleRows.missing
    guard !(entries.isEmpty && scaleRows.rows.isEmpty) else { return nil }
    let namesHeight = height
    for row in scaleRows.rows { height += row.gap + row.height }
    if isColumn { columnWidth = scaleRows.rows.reduce(columnWidth) { max($0, $1.width) } }

    let strip: Rect
    switch spec.position {
    case .none: return nil
    case .left:
      strip = Rect(x: area.minX, y: area.midY - height / 2, width: columnWidth, height: height)
      area = area.inset(left: columnWidth + 16)
    case .right:
      strip = Rect(x: area.maxX - columnWidth, y: area.midY - height / 2, width: columnWidth, height: height)
      area = area.inset(right: columnWidth + 16)
    case .top:
      strip = Rect(x: area.minX, y: area.minY, width: area.width, height: height)
      area = area.inset(top: height + 8)
    case .bottom:
      strip = Rect(x: area.minX, y: area.maxY - height, width: area.width, height: height)
      area = area.inset(bottom: height + 8)
    }

    var placed: [Entry] = []
    for (row, members) in rows.prefix(shown).enumerated() {
      let width = members.reduce(-LegendLayout.spacing) { $0 + widths[$1] + LegendLayout.spacing }
      var x = isColumn ? strip.minX : strip.midX - width / 2
      let y = strip.minY + Double(row) * rowHeight
      for index in members {
        let size = LegendLayout.swatchSize
        placed.append(
          Entry(
            index: hideable.contains(index) ? index : nil, label: entries[index].label, text: fitted[index],
            color: entries[index].color, symbol: entries[index].symbol,
            isHidden: entries[index].isHidden,
            box: Rect(x: x, y: y, width: widths[index], height: rowHeight),
            swatch: Rect(x: x, y: y + (rowHeight - size) / 2, width: size, height: size)))
        x += widths[index] + LegendLayout.spacing
      }
    }
    self.entries = placed
    var y = strip.minY + namesHeight
    scales = scaleRows.rows.flatMap { row -> [PlacedScale] in
      y += row.gap
      defer { y += row.height }
      var x = isColumn ? strip.minX : strip.midX - row.width / 2
      return row.scales.map { scale in
        defer { x += scale.box.width + ScaleRow.spacing }
        return scale.moved(to: Point(x: x, y: y + (row.height - scale.box.height) / 2))
      }
    }
    let baseline = strip.minY + Double(shown) * rowHeight + (rowHeight + font.capHeight) / 2
    missing =
      isTooLong
      ? (entries.count - placed.count, Point(x: isColumn ? strip.minX : strip.midX, y: baseline)) : nil
    isCentered = !isColumn
  }

  private let isCentered: Bool

  /// Where its entries are.
  var boxes: [Rect] { entries.map(\.box) + scales.map(\.box) }

  /// The entry that can be hidden at a point.
  public func entry(at point: Point) -> (index: Int, label: String)? {
    for entry in entries where entry.box.contains(point) { return entry.index.map { ($0, entry.label) } }
    return nil
  }

  public func node(on surface: Surface) -> Node {
    var nodes = entries.map { entry in
      let text = Text(
        runs: [
          Text.Run(
            entry.text,
            color: entry.isHidden ? surface.secondaryText.mixed(with: surface.color, share: 0.4) : surface.text)
        ],
        at: Point(x: entry.swatch.maxX + LegendLayout.swatchGap, y: entry.box.midY + font.capHeight / 2),
        anchor: .start, size: font.size)
      return Node(
        .group([
          Node(
            entry.symbol.shape(in: entry.swatch),
            style: Style(fill: entry.isHidden ? surface.disabled : entry.color)),
          Node(.text(text)),
        ]),
        meaning: Meaning(
          role: .symbol, kind: "legend entry", label: entry.label.shortened + (entry.isHidden ? ", hidden" : "")))
    }
    if let missing {
      nodes.append(
        Node(
          .text(
            Text(
              runs: [Text.Run("+ \(missing.count) more", color: surface.secondaryText)], at: missing.position,
              anchor: isCentered ? .middle : .start, size: font.size))))
    }
    nodes += scales.map { $0.node(on: surface) }
    return Node(.group(nodes), meaning: Meaning(role: .object, kind: "legend", label: "Legend"))
  }

  public func report() -> JSON {
    .array(
      entries.compactMap { entry -> JSON? in
        guard let index = entry.index else { return nil }
        return [
          "index": .integer(index), "label": .string(entry.label), "hidden": .bool(entry.isHidden),
          "box": Rect.schema.encode(entry.box),
        ]
      })
  }
}
