public import OrderedCollections
import JSONModel

/// What is done to the rows of a table before they are drawn: one of a list, each with one key that names it.
public enum TransformStep: Hashable, Sendable {
  case filter(FormulaSpec)
  case calculate(OrderedDictionary<String, FormulaSpec>)
  case bin(BinSpec)
  case group(GroupSpec)
  case sort([String])
  case top(TopSpec)
  case stack(StackSpec)
  case normalize(NormalizeSpec)
  case rolling(RollingSpec)
  case cumulative(CumulativeSpec)
  case difference(DifferenceSpec)
  case percentChange(DifferenceSpec)
  case fit(FitSpec)
  case pivot(PivotSpec)
  case unpivot(UnpivotSpec)
  case sample(SampleSpec)

  public static let maximumCount = 100

  /// The key that names the step.
  package var name: String {
    switch self {
    case .filter: "filter"
    case .calculate: "calculate"
    case .bin: "bin"
    case .group: "group"
    case .sort: "sort"
    case .top: "top"
    case .stack: "stack"
    case .normalize: "normalize"
    case .rolling: "rolling"
    case .cumulative: "cumulative"
    case .difference: "difference"
    case .percentChange: "percentChange"
    case .fit: "fit"
    case .pivot: "pivot"
    case .unpivot: "unpivot"
    case .sample: "sample"
    }
  }

  static let schema: Schema<TransformStep> = .oneKey(
    "TransformStep", "What is done to the rows before they are drawn.",
    [
      KeyChoice(
        "filter", FormulaSpec.schema,
        "Rows of which a formula is true: `year >= 2000 and not contains(title, \"Star\")`.",
        wrapping: { .filter($0) }, unwrapping: { if case .filter(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "calculate", .dictionary(of: FormulaSpec.schema), "Columns made of others: `{profit: gross - budget}`.",
        wrapping: { .calculate($0) }, unwrapping: { if case .calculate(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "bin", BinSpec.schema, "Puts numbers or moments into bins: `{column: rating, width: 0.5}`.",
        wrapping: { .bin($0) }, unwrapping: { if case .bin(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "group", GroupSpec.schema, "One row for each group: `{by: genre, total: sum(gross), n: count()}`.",
        wrapping: { .group($0) }, unwrapping: { if case .group(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "sort", ColumnNames.sortSchema, "Columns to sort by, falling ones with a minus: `[-total, genre]`.",
        wrapping: { .sort($0) }, unwrapping: { if case .sort(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "top", TopSpec.schema, "The rows with the greatest values: `{count: 5, by: total, name: genre}`.",
        wrapping: { .top($0) }, unwrapping: { if case .top(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "stack", StackSpec.schema, "Puts values on one another: `{column: total, by: year, as: [low, high]}`.",
        wrapping: { .stack($0) }, unwrapping: { if case .stack(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "normalize", NormalizeSpec.schema, "Shares of their sum, from 0 to 1: `{column: total, by: year}`.",
        wrapping: { .normalize($0) }, unwrapping: { if case .normalize(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "rolling", RollingSpec.schema, "A mean over the last rows: `{column: price, window: 7, as: week}`.",
        wrapping: { .rolling($0) }, unwrapping: { if case .rolling(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "cumulative", CumulativeSpec.schema, "Sums of all rows up to each one: `sales`, or an object.",
        wrapping: { .cumulative($0) }, unwrapping: { if case .cumulative(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "difference", DifferenceSpec.schema, "How much more than in the row before: `price`, or an object.",
        wrapping: { .difference($0) }, unwrapping: { if case .difference(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "percentChange", DifferenceSpec.schema,
        "By what share of it more than in the row before, 0.05 for 5 %: `price`, or an object.",
        wrapping: { .percentChange($0) }, unwrapping: { if case .percentChange(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "fit", FitSpec.schema, "A curve through points: `{x: year, y: temp, method: loess, as: trend}`.",
        wrapping: { .fit($0) }, unwrapping: { if case .fit(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "pivot", PivotSpec.schema, "A column for each name: `{name: city, value: temp}`.",
        wrapping: { .pivot($0) }, unwrapping: { if case .pivot(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "unpivot", UnpivotSpec.schema,
        "A row for each of several columns: `{columns: [Bonn, Mainz], name: city, value: temp}`.",
        wrapping: { .unpivot($0) }, unwrapping: { if case .unpivot(let spec) = $0 { spec } else { nil } }),
      KeyChoice(
        "sample", SampleSpec.schema, "So many rows, drawn at random but always the same: `1000`.",
        wrapping: { .sample($0) }, unwrapping: { if case .sample(let spec) = $0 { spec } else { nil } }),
    ])
}
