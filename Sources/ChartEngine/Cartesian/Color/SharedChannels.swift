import ChartModel

// Colours and sizes that stand for the same in several series, of one chart or of charts beside one another: equal numbers, and
// equal names, look alike in all of them.

extension SeriesSpec.Kind {
  /// Which series have colours in common: those whose colours stand for the same, by the same colours.
  private struct ColorKey: Hashable {
    var kind: String
    var title: String
    var channel: ColorChannelSpec
    var areNames: Bool
  }

  private var colorKey: ColorKey? {
    guard var channel = colors else { return nil }
    let (title, areNames) = (channel.title ?? channel.column ?? "", !channel.names.isEmpty)
    // All but what differs from series to series.
    (channel.values, channel.names, channel.extent) = (.numbers([]), [], nil)
    (channel.title, channel.column) = (nil, nil)
    return ColorKey(kind: type(of: style).name, title: title, channel: channel, areNames: areNames)
  }

  /// What the sizes of a series stand for; `nil` where they stand for nothing.
  var sizeKey: String? {
    guard case .scatter(let style) = self, let size = style.size else { return nil }
    return size.title ?? size.column ?? ""
  }

  /// Whether the colours of two series stand for the same.
  func sharesColors(with other: SeriesSpec.Kind) -> Bool { colorKey != nil && colorKey == other.colorKey }

  /// Gives series one scale where their colours, or their sizes, stand for the same.
  /// - Complexity: O(*n*) in the number of their entries where these have names, else in that of the series.
  static func shareChannels(_ kinds: inout [SeriesSpec.Kind]) {
    for (_, group) in Dictionary(
      grouping: kinds.indices.filter { kinds[$0].colorKey != nil }, by: { kinds[$0].colorKey })
    {
      guard group.count > 1 else { continue }
      let channels = group.compactMap { kinds[$0].colors }
      var names = NameList()
      for channel in channels { for name in channel.names { names.add(name) } }
      let extent = union(channels.map(\.extent))
      for index in group { kinds[index].colors = kinds[index].colors?.sharing(names, extent) }
    }
    for (_, group) in Dictionary(grouping: kinds.indices.filter { kinds[$0].sizeKey != nil }, by: { kinds[$0].sizeKey })
    {
      let extent = union(group.map { kinds[$0].sizeExtent })
      for index in group { kinds[index].sizeExtent = extent }
    }
  }

  private static func union(_ extents: [ClosedRange<Double>?]) -> ClosedRange<Double>? {
    extents.compactMap(\.self).reduce(nil) { all, own in all.map { $0.union(own) } ?? own }
  }

  /// By what entries have their colours, where they have their own.
  private var colors: ColorChannelSpec? {
    get { markStyle.colorChannel }
    set {
      switch self {
      case .scatter(var style):
        style.colorBy = newValue
        self = .scatter(style)
      case .heatmap(var style):
        style.colorBy = newValue
        self = .heatmap(style)
      default: break
      }
    }
  }

  private var sizeExtent: ClosedRange<Double>? {
    get { if case .scatter(let style) = self { style.size?.extent } else { nil } }
    set {
      guard case .scatter(var style) = self else { return }
      style.size?.extent = newValue
      self = .scatter(style)
    }
  }
}

extension ColorChannelSpec {
  /// The channel with the names of several, and as far as their numbers reach.
  fileprivate func sharing(_ all: NameList, _ extent: ClosedRange<Double>?) -> ColorChannelSpec {
    var channel = self
    channel.extent = extent
    guard !names.isEmpty, names != all.names, case .numbers(let values) = values else { return channel }
    let places = all.numbers(of: .values(names.map { .text($0) }), orTheirOwn: false).numbers
    channel.values = .numbers(
      GrowingArray(
        values.map { value in
          Int(exactly: value).flatMap { places.indices.contains($0) ? places[$0] : nil } ?? .nan
        }))
    channel.names = all.names
    return channel
  }
}
