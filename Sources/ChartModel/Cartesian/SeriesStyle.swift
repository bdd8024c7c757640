package import JSONModel

/// What a type of series adds to ``SeriesSpec``: its name in specs, and how its marks look. A file of its own each.
package protocol SeriesStyle: Hashable, Sendable {
  /// What `type` calls it, and `kind` a chart that holds nothing else: `line`.
  static var name: String { get }
  /// What one series is, in a sentence.
  static var documentation: String { get }
  /// What a chart of such series is, in a sentence.
  static var chartDocumentation: String { get }
  /// What only such series have, after what all have.
  static var properties: [Property<Self>] { get }

  /// As it looks with nothing given.
  init()

  var kind: SeriesSpec.Kind { get }
  /// Whether each mark takes up the width of a slot, as bars do: without positions of their own such marks count slots, and
  /// windows snap to them rather than to others.
  var standsInSlots: Bool { get }
  /// Whether its entries lie anywhere in the plot, so that values may be names as positions may, and any number of entries
  /// stand at one position.
  static var valuesMayBeNames: Bool { get }
  /// Whether its values may be moments, as long as ``checkMoments()`` finds nothing that speaks against it: neither is anything
  /// added up, nor does anything begin at 0.
  static var valuesMayBeMoments: Bool { get }
  /// Whether its entries are added up, for which there are no logarithms.
  static var addsUp: Bool { get }
  /// Which way the positions of a chart go that holds nothing else, unless its author says so.
  static var standardOrientation: CartesianSpec.Orientation { get }
  /// Whether nothing is to be seen of it without values.
  var needsValues: Bool { get }
  /// The channel that tells what entries without values are, such as the colours of a calendar's days; `nil` where values do.
  var channelForValues: String? { get }
  /// How many entries requests can name, where it has so many values.
  func entryCount(ofValues count: Int) -> Int
  /// Whether moments of which there is nothing, such as weekends, have no room.
  var closesGaps: Bool { get }
  /// Whether each of its entries is made out of many values, as the bin of a histogram is: what is drawn is not what was given.
  var summarizes: Bool { get }
  /// Whether its entries can stand on those of others.
  var isStackable: Bool { get }
  /// Those that have the same one stand on one another.
  var stack: String? { get }
  /// What columns it may have besides positions and values.
  static var channelNames: [String] { get }
  /// The columns that it has besides positions and values.
  var channels: [SeriesChannel] { get }
  /// Puts entries into one of its channels; what it has no channel for is left out.
  mutating func fill(channel name: String, with values: ColumnSpec)
  /// How sure its values are.
  var error: ErrorSpec? { get }
  /// About how many bars take as long to draw as so many entries, each counted by how long its outline and its label are.
  func weight(ofEntries count: Int) -> Int
  /// Checks what the types of its properties don't say.
  /// - Throws: ``InvalidValue`` with the path inside the series.
  func validate() throws(InvalidValue)
  /// Checks what can't be where its values are moments.
  /// - Throws: ``InvalidValue`` with the path inside the series.
  func checkMoments() throws(InvalidValue)
}

extension SeriesStyle {
  package var standsInSlots: Bool { false }
  package static var valuesMayBeNames: Bool { false }
  package static var valuesMayBeMoments: Bool { false }
  package static var addsUp: Bool { false }
  package static var standardOrientation: CartesianSpec.Orientation { .vertical }
  package var needsValues: Bool { true }
  package var channelForValues: String? { nil }
  package func entryCount(ofValues count: Int) -> Int { count }
  package var closesGaps: Bool { false }
  package var summarizes: Bool { false }
  package var isStackable: Bool { standsInSlots }
  package var stack: String? { nil }
  package var error: ErrorSpec? { nil }
  package static var channelNames: [String] { [] }
  package var channels: [SeriesChannel] { [] }
  package mutating func fill(channel name: String, with values: ColumnSpec) {}
  package func validate() throws(InvalidValue) {}
  package func checkMoments() throws(InvalidValue) {}
  // Of a line no more is drawn than there are px.
  package func weight(ofEntries count: Int) -> Int { count / 1_000 }

  /// `Line`, as words that begin with it need it.
  static var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// A column that says more of a series' entries than where they are, such as how large they are.
package struct SeriesChannel: Hashable, Sendable {
  /// The key under which the series has it; one in an object after a dot: `error.low`.
  package var name: String
  /// An entry for each value, in the same order.
  package var values: ColumnSpec
  /// The column of the chart's data file that they are read from.
  package var column: String?
  /// Whether its entries may be names.
  package var mayHoldNames: Bool
  /// Whether its entries are places on the axis of values, and so may be moments as these may.
  package var mayHoldMoments = false

  /// Where the series has it.
  package var path: [JSONPath.Component] { SeriesChannel.path(of: name) }

  /// Where a series has the channel of a name.
  package static func path(of name: String) -> [JSONPath.Component] {
    name.split(separator: ".").map { .key(String($0)) }
  }
}
