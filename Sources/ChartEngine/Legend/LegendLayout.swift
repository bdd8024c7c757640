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
    /// Where the name begins, in px from the left.
    let textStart: Double
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
  /// What the names are of, with its place.
  private let title: [(text: String, position: Point)]
  /// What explains numbers, after the entries.
  let scales: [PlacedScale]
  /// What of that there is no room for.
  let missingScales: [LegendScale]
  /// How many names are cut, and whether the title is.
  let shortened: (names: Int, title: Bool)
  /// How many entries there is no room for, and where that is said.
  let missing: (count: Int, position: Point)?
  let font: Font

  private static let swatchGap = 7.0
  private static let spacing = 16.0

  public static func == (left: LegendLayout, right: LegendLayout) -> Bool {
    left.entries == right.entries && left.scales == right.scales
      && left.title.map(\.position) == right.title.map(\.position) && left.title.map(\.text) == right.title.map(\.text)
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
    hasher.combine(scales)
  }

  /// Takes the room of the legend off a side of `area`; `nil` if there is to be none, or no room.
  /// - Parameters:
  ///   - items: What can be hidden, in order.
  ///   - key: What only explains a colour, after them.
  ///   - wanted: What explains numbers, after all names; those that there is no room for are left out.
  ///   - isUseful: Whether it says what is not said elsewhere, so that there is one unless the author doesn't want it.
  ///   - isBesideCircle: Whether what it explains is round, which leaves room at its sides.
  public static func placed(
    items: [Item], key: [Item] = [], scales wanted: [LegendScale] = [], spec: LegendSpec, typeface: Typeface,
    isUseful: Bool, isBesideCircle: Bool = false, in area: inout Rect
  ) -> LegendLayout? {
    guard spec.position == .auto else {
      return LegendLayout(items: items, key: key, scales: wanted, spec: spec, typeface: typeface, in: &area)
    }
    guard isUseful else { return nil }
    // At the top it takes least off the plot, if it is short; beside it colours have room for their numbers.
    let isWide = area.width >= 400 && area.height >= 150
    let hasColors = wanted.contains(where: \.isOfColors)
    let sides: [LegendSpec.Position] =
      isBesideCircle || isWide && (hasColors || !wanted.isEmpty && items.count + key.count > 3)
      ? [.right, .top] : isWide ? [.top, .right] : [.top]
    for side in sides {
      var (spec, rest) = (spec, area)
      spec.position = side
      guard let legend = LegendLayout(items: items, key: key, scales: wanted, spec: spec, typeface: typeface, in: &rest)
      else { continue }
      guard legend.missing == nil && legend.missingScales.isEmpty || side == sides.last,
        side == .right || area.height - rest.height <= max(LegendLayout.automaticShare * area.height, 28),
        !isBesideCircle || side != .right || rest.width >= 1.3 * rest.height
      else { continue }
      // A picture so small is to show its marks.
      guard rest.width >= 120, rest.height >= leastHeight else { return nil }
      area = rest
      return legend
    }
    return nil
  }

  /// The least height in px that it leaves to the chart where nobody has asked for it.
  private static let leastHeight = 80.0
  /// The most of a chart's height that it takes where nobody has asked for it.
  private static let automaticShare = 0.3

  /// Takes the room of the legend off a side of `area`; `nil` if there is to be none, or no room.
  private init?(
    items: [Item], key: [Item], scales wanted: [LegendScale], spec: LegendSpec, typeface: Typeface,
    in area: inout Rect
  ) {
    let entries = items + key
    guard spec.position != .none, !(entries.isEmpty && wanted.isEmpty), area.width >= 120, area.height >= 60 else {
      return nil
    }
    let font = typeface.font(spec.fontSize)
    self.font = font
    let rowHeight = font.lineHeight + 5
    let isColumn = spec.position == .left || spec.position == .right
    // One below the other names begin at one place, whatever is before them.
    let widestSymbol = entries.prefix(1000).map(\.symbol.size.width).max() ?? 0
    func prefix(_ index: Int) -> Double {
      (isColumn ? widestSymbol : entries[index].symbol.size.width) + LegendLayout.swatchGap
    }
    let most = (isColumn ? area.width * 0.35 : area.width) - widestSymbol - LegendLayout.swatchGap
    let maximumRows = max(1, Int(saturating: (isColumn ? area.height : area.height / 3) / rowHeight))
    let titleRoom = isColumn ? most : min(most, 220, area.width / 3)
    let heading = spec.title?.oneLine(limit: 2 * font.longest(in: titleRoom)) ?? ""
    let title = font.lines(of: heading, within: titleRoom, atMost: isColumn ? 2 : 1)
    let titleWidth = title.lines.map(font.width).max() ?? 0

    // Which entry stands in which row: in columns one each, below the title, else as many as fit.
    func rows(_ widths: [Double]) -> [[Int]] {
      guard !isColumn else { return title.lines.map { _ in [] } + widths.indices.map { [$0] } }
      var rows: [[Int]] = title.lines.isEmpty ? [] : [[]]
      var used = title.lines.isEmpty ? Double.infinity : titleWidth
      for index in widths.indices {
        if used + LegendLayout.spacing + widths[index] > area.width {
          rows.append([])
          used = widths[index]
        } else {
          used += LegendLayout.spacing + widths[index]
        }
        rows[rows.count - 1].append(index)
      }
      return rows
    }
    func fitting(_ width: Double) -> (names: LegendNames, widths: [Double], rows: [[Int]]) {
      let names = LegendNames(entries.prefix(1000).map(\.label), font: font, width: width)
      let widths = names.texts.indices.map { prefix($0) + font.width(of: names.texts[$0]) }
      return (names, widths, rows(widths))
    }
    let natural = isColumn ? most : min(most, 220)
    var (names, widths, rows) = fitting(natural)
    // Rather than that some are missing, two or three stand side by side, shortened.
    if !isColumn, rows.count > maximumRows, entries.count <= 3 * maximumRows {
      for count in [2.0, 3] {
        let width =
          (area.width - (count - 1) * LegendLayout.spacing) / count - widestSymbol - LegendLayout.swatchGap - 0.01
        guard width >= 4 * font.size, width < natural, rows.count > maximumRows else { continue }
        let narrow = fitting(width)
        if narrow.rows.count <= maximumRows { (names, widths, rows) = narrow }
      }
    }
    let fitted = names.texts
    let isTooLong = rows.count > maximumRows || entries.count > 1000
    // No more than "+ 9 more" may be all there is to see, but that much must fit.
    let remark = isTooLong ? font.width(of: "+ \(entries.count) more") : 0
    guard rowHeight <= area.height / 2, remark <= (isColumn ? area.width / 2 : area.width) else { return nil }
    let shown = isTooLong ? max(isColumn ? maximumRows - 1 : maximumRows, 0) : rows.count
    // In rows it stands after the last name.
    if isTooLong, !isColumn, let last = rows.indices.prefix(shown).last {
      func used() -> Double {
        let start = last == 0 && !title.lines.isEmpty ? titleWidth + LegendLayout.spacing : 0
        return rows[last].reduce(start) { $0 + widths[$1] + LegendLayout.spacing }
      }
      while !rows[last].isEmpty, used() + remark > area.width { rows[last].removeLast() }
    }
    let rowCount = min(rows.count, maximumRows)
    var height = Double(rowCount) * rowHeight
    var columnWidth = max(remark, rows.prefix(shown).flatMap { $0 }.map { widths[$0] }.max() ?? 0)
    if isColumn, shown > 0 { columnWidth = max(columnWidth, titleWidth) }

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
    case .none, .auto: return nil
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
    var titlePlaces: [Point] = []
    var end: Point?
    for (row, members) in rows.prefix(shown).enumerated() {
      let hasTitle = row < title.lines.count
      var width = members.reduce((hasTitle ? titleWidth + LegendLayout.spacing : 0) - LegendLayout.spacing) {
        $0 + widths[$1] + LegendLayout.spacing
      }
      if isTooLong, row == shown - 1 { width += LegendLayout.spacing + remark }
      var x = isColumn ? strip.minX : strip.midX - width / 2
      let y = strip.minY + Double(row) * rowHeight
      if hasTitle {
        titlePlaces.append(Point(x: x, y: y + (rowHeight + font.capHeight) / 2))
        x += titleWidth + LegendLayout.spacing
      }
      for index in members {
        let size = entries[index].symbol.size
        let indent = isColumn ? (widestSymbol - size.width) / 2 : 0
        placed.append(
          Entry(
            index: items.indices.contains(index) ? index : nil, label: entries[index].label, text: fitted[index],
            color: entries[index].color, symbol: entries[index].symbol,
            isHidden: entries[index].isHidden,
            box: Rect(x: x, y: y, width: widths[index], height: rowHeight),
            swatch: Rect(x: x + indent, y: y + (rowHeight - size.height) / 2, width: size.width, height: size.height),
            textStart: x + prefix(index)))
        x += widths[index] + LegendLayout.spacing
      }
      end = Point(x: x, y: y + (rowHeight + font.capHeight) / 2)
    }
    self.entries = placed
    self.title = Array(zip(title.lines, titlePlaces))
    shortened = (names.shortened.prefix(placed.count).count { $0 }, !title.isWhole)
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
    let count = entries.count - placed.count
    let place =
      isColumn
      ? Point(x: strip.minX, y: baseline)
      : end.map { Point(x: $0.x + font.width(of: "+ \(count) more") / 2, y: $0.y) }
    missing = isTooLong ? place.map { (count, $0) } : nil
    isCentered = !isColumn
  }

  private let isCentered: Bool

  /// Where its entries are, and what says how many are missing.
  var boxes: [Rect] { entries.map(\.box) + scales.map(\.box) + [missingBox].compactMap(\.self) }

  private var missingBox: Rect? {
    missing.map { count, position in
      let width = font.width(of: "+ \(count) more")
      return Rect(
        x: isCentered ? position.x - width / 2 : position.x, y: position.y - font.ascent, width: width,
        height: font.ascent + font.descent)
    }
  }

  /// The entry that can be hidden at a point.
  public func entry(at point: Point) -> (index: Int, label: String)? {
    for entry in entries where entry.box.contains(point) { return entry.index.map { ($0, entry.label) } }
    return nil
  }

  /// What is hit where there is an entry that can be hidden; `nil` elsewhere.
  public func hit(at point: Point) -> Hit? {
    guard let entry = entry(at: point) else { return nil }
    var hit = Hit(kind: .legend, at: point)
    (hit.index, hit.series, hit.label) = (entry.index, entry.index, entry.label)
    return hit
  }

  /// The bar of the only numbers that colours stand for; `nil` where there is none, or there may be another one without room.
  var colorScale: PlacedScale? {
    missingScales.contains(where: \.isOfColors) ? nil : scales.first { $0.scale.isOfColors }
  }

  public func node(on surface: Surface) -> Node { node(on: surface, colors: nil) }

  /// - Parameter colors: Which part of the bar of colours is brushed, from 0 to 1; `nil` where all of it is shown.
  func node(on surface: Surface, colors: ClosedRange<Double>?) -> Node {
    var nodes = entries.map { entry in
      let text = Text(
        runs: [
          Text.Run(
            entry.text,
            color: entry.isHidden ? surface.secondaryText.mixed(with: surface.color, share: 0.4) : surface.text)
        ],
        at: Point(x: entry.textStart, y: entry.box.midY + font.capHeight / 2),
        anchor: .start, size: font.size)
      return Node(
        .group([
          entry.symbol.node(in: entry.swatch, color: entry.isHidden ? surface.disabled : entry.color, on: surface),
          Node(.text(text)),
        ]),
        meaning: Meaning(
          role: .symbol, kind: "legend entry", label: entry.label.shortened + (entry.isHidden ? ", hidden" : "")))
    }
    nodes.insert(
      contentsOf: title.map { line in
        Node(
          .text(
            Text(
              runs: [Text.Run(line.text, color: surface.secondaryText)], at: line.position, anchor: .start,
              size: font.size)))
      }, at: 0)
    if let missing {
      nodes.append(
        Node(
          .text(
            Text(
              runs: [Text.Run("+ \(missing.count) more", color: surface.secondaryText)], at: missing.position,
              anchor: isCentered ? .middle : .start, size: font.size))))
    }
    nodes += scales.map { $0.node(on: surface, brushed: $0 == colorScale ? colors : nil) }
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
