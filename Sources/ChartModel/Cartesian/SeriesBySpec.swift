import JSONModel

/// Series that a column of the data makes: one for each of its values.
public struct SeriesBySpec: Hashable, Sendable {
  public var column = ""
  /// Whether they come in the order of those values, rather than as they first occur.
  public var isSorted = false
  /// How many there are at most.
  public var most = 50
  /// What all of them have in common.
  public var template: SeriesSpec

  public init(_ column: String, template: SeriesSpec) {
    self.column = column
    self.template = template
  }

  /// The series of one value.
  package func series(named name: String) -> SeriesSpec {
    var series = template
    series.name = name
    return series
  }
}

extension CartesianSpec {
  /// What a spec says under `series`.
  enum SeriesChoice: Hashable, Sendable {
    case list([SeriesSpec])
    case by(SeriesBySpec)
  }

  var seriesChoice: SeriesChoice {
    get { seriesBy.map { .by($0) } ?? .list(series) }
    set {
      switch newValue {
      case .list(let list): (series, seriesBy) = (list, nil)
      case .by(let by): (series, seriesBy) = ([], by)
      }
    }
  }

  /// A list, the only series, or the column that makes them, which `by` tells.
  static func seriesSchema(_ kind: Kind) -> Schema<SeriesChoice> {
    let one = kind.style.map { SeriesSpec.schema(ofOnly: $0) } ?? SeriesSpec.schema
    let list = Schema<[SeriesSpec]>.array(of: one, maxItems: SeriesSpec.maximumCount)
    let by = kind.style.map { SeriesBySpec.schema(ofOnly: $0) } ?? SeriesBySpec.schema
    let standard = SeriesSpec(kind.style?.init().kind ?? .line(LineStyleSpec()))
    let object = Schema<SeriesChoice>.either(
      one.map(
        decode: { series throws(InvalidValue) in .list([series]) },
        encode: { if case .list(let series) = $0 { series.first ?? standard } else { standard } }),
      or: by.map(
        decode: { by throws(InvalidValue) in .by(by) },
        encode: { if case .by(let by) = $0 { by } else { SeriesBySpec("", template: standard) } }),
      where: { series in ["by", "sort", "most"].contains { series[$0] != nil } })
    return Schema<SeriesChoice>.either(
      list.map(
        decode: { series throws(InvalidValue) in .list(series) },
        encode: { if case .list(let series) = $0 { series } else { [] } }),
      or: object,
      encode: { choice in
        switch choice {
        case .list(let series): list.encode(series)
        case .by(let spec): by.encode(spec)
        }
      }
    ).editingNumbers { choice, edit in
      switch choice {
      case .list(let series): choice = .list(list.editNumbers(of: series, edit))
      case .by(let spec): choice = .by(by.editNumbers(of: spec, edit))
      }
      return .changed
    }
  }
}
