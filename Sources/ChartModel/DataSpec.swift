public import JSONModel
public import OrderedCollections

/// Where a chart's data comes from, if it is not in the spec itself.
///
/// The model only says so: the service reads the file, if it lies below a directory that it may read.
public struct DataSpec: Hashable, Sendable {
  /// A CSV file with a header line.
  public var csv: String?
  /// A JSON file: a list of objects.
  public var json: String?
  /// The column of the names.
  public var label: String?
  /// The column of the numbers.
  public var value: String?
  /// The column of the colours.
  public var color: String?
  /// Columns and what they must hold for a row to be taken: one text or number, or any of a list.
  public var filter: OrderedDictionary<String, JSON> = [:]

  public init() {}

  static let schema = Schema.object("Data", "A file that the data is read from.", initial: DataSpec()) {
    Property("csv", \.csv, .optional(.string(minLength: 1)), "The path of a CSV file with a header line.")
    Property("json", \.json, .optional(.string(minLength: 1)), "The path of a JSON file: a list of objects.")
    Property("label", \.label, .optional(.string()), "The column of the names.")
    Property("value", \.value, .optional(.string()), "The column of the numbers.")
    Property("color", \.color, .optional(.string()), "The column of the colours.")
    Property(
      "where", \.filter, .dictionary(of: .json("A text or number, or a list of them.")),
      "Columns and what they must hold for a row to be taken: `{year: 2017}`.")
  }
}
