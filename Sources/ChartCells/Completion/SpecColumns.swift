import ChartData
import ChartModel
import JSONModel
import OrderedCollections

/// The columns that the data of a chart have at a place of its spec, as far as that can be told of a text that is being
/// written: those of its table or of its file, and what the steps before that place make of them.
struct SpecColumns {
  let outline: SpecOutline
  let source: DataSource
  let parameters: ParameterTable

  typealias Path = [JSONPath.Component]

  /// The columns at a path, in their order; none where there are no data.
  func names(at path: Path) -> [String] {
    guard let data = data(of: path) else { return [] }
    var names = OrderedSet(table(at: data).filter { !$0.isEmpty })
    let place = path.dropFirst(data.count)
    // Rows are chosen before there are steps.
    guard path.starts(with: data) == false || place.first != .key("where") else { return names.elements }
    let transform = data + [.key("transform")]
    for index in 0..<stepCount(at: transform, before: path) {
      let step = transform + [.index(index)]
      for key in outline.keys(at: step) { apply(key, at: step + [.key(key)], data, to: &names) }
    }
    // Of several formulas in one step each one knows those before it.
    if path.starts(with: transform), place.count > 3, place[place.startIndex + 2] == .key("calculate"),
      case .key(let key) = place[place.startIndex + 3]
    {
      names.formUnion(outline.keys(at: Array(path.prefix(data.count + 3))).prefix { $0 != key })
    }
    return names.elements
  }

  /// The path of the data of the chart that a path is in.
  private func data(of path: Path) -> Path? {
    for depth in (0...path.count).reversed() {
      let data = Array(path.prefix(depth)) + [.key("data")]
      if outline.text(at: data) != nil || outline.objects.contains(where: { $0.path == data }) { return data }
    }
    return nil
  }

  // MARK: - Tables

  private func table(at data: Path) -> [String] {
    if let text = outline.text(at: data) {
      if let table = parameter(text) { return SpecColumns.columns(of: DataSpec.spelledOut(table)["columns"]) }
      var spec = DataSpec()
      if text.lowercased().hasSuffix(".json") { spec.json = text } else { spec.csv = text }
      return source.columnsAtOnce(of: spec)
    }
    if let text = outline.text(at: data + [.key("columns")]) { return SpecColumns.columns(of: parameter(text)) }
    var spec = DataSpec()
    for (key, path) in SpecColumns.files { spec[keyPath: path] = outline.text(at: data + [.key(key)]) }
    if spec.csv != nil || spec.json != nil || spec.sqlite != nil || spec.connection != nil {
      return source.columnsAtOnce(of: spec)
    }
    let keys = outline.keys(at: data)
    if keys.contains("columns") { return outline.keys(at: data + [.key("columns")]) }
    // A table alone: lists by the names of columns, or numbers by their own.
    let lists = keys.filter { key in
      key != "transform" && key != "levels" && outline.items.contains { $0.path.starts(with: data + [.key(key)]) }
    }
    if !lists.isEmpty { return lists }
    let numbers = keys.filter { outline.text(at: data + [.key($0)]).flatMap(Double.init) != nil }
    return numbers.isEmpty || numbers.count < keys.count ? [] : ["name", "value"]
  }

  private static let files: [(String, any WritableKeyPath<DataSpec, String?> & Sendable)] = [
    ("csv", \.csv), ("json", \.json), ("sqlite", \.sqlite), ("query", \.query), ("table", \.table),
    ("connection", \.connection), ("sql", \.sql),
  ]

  private func parameter(_ text: String) -> JSON? {
    ParameterName.reference(text).flatMap { parameters[$0]?.value }
  }

  private static func columns(of table: JSON?) -> [String] { table?.objectValue?.keys.elements ?? [] }

  // MARK: - Steps

  private func stepCount(at transform: Path, before path: Path) -> Int {
    if path.starts(with: transform) {
      guard case .index(let index)? = path.dropFirst(transform.count).first else { return 0 }
      return min(index, TransformStep.maximumCount)
    }
    let steps = outline.objects.filter { $0.path.count == transform.count + 1 && $0.path.starts(with: transform) }
    return steps.reduce(0) { count, step in
      guard case .index(let index)? = step.path.last else { return count }
      return min(max(count, index + 1), TransformStep.maximumCount)
    }
  }

  /// What a step makes of columns.
  private func apply(_ step: String, at path: Path, _ data: Path, to names: inout OrderedSet<String>) {
    func text(_ key: String) -> String? { outline.text(at: path + [.key(key)]) }
    func texts(_ key: String) -> [String] { outline.texts(at: path + [.key(key)]) }
    switch step {
    case "calculate": names.formUnion(outline.keys(at: path))
    case "group": names = OrderedSet(texts("by") + outline.keys(at: path).filter { $0 != "by" })
    case "bin", "normalize", "rolling", "cumulative", "difference", "percentChange":
      names.formUnion([text("as")].compactMap(\.self))
    case "fit": names.formUnion([text("as") ?? "fit", text("equation"), text("r2")].compactMap(\.self))
    case "stack":
      let made = texts("as")
      let column = text("column") ?? ""
      names.formUnion(made.isEmpty ? ["\(column)Start", "\(column)End"] : made)
    case "pivot":
      let (name, value) = (text("name") ?? "", text("value") ?? "")
      let kept = outline.keys(at: path).contains("by") ? texts("by") : names.filter { $0 != name && $0 != value }
      // Which names there are is known only of what is written out.
      let tables = [data + [.key("columns"), .key(name)], data + [.key(name)]]
      let made = tables.lazy.map { OrderedSet(outline.texts(at: $0)) }.first { !$0.isEmpty } ?? []
      names = OrderedSet(kept + (made.count <= PivotSpec.maximumCount ? made.elements : []))
    case "unpivot":
      names.subtract(texts("columns"))
      names.formUnion([text("name") ?? "name", text("value") ?? "value"])
    default: break
    }
  }
}

extension SpecOutline {
  /// The keys of an object, except the one at the cursor.
  fileprivate func keys(at path: SpecColumns.Path) -> [String] {
    objects.filter { $0.path == path }.flatMap { object in
      object.keys.filter { !($0.range.lowerBound...$0.range.upperBound).contains(offset) }.map(\.name)
    }
  }

  /// The text at a path; `nil` if there is none.
  fileprivate func text(at path: SpecColumns.Path) -> String? {
    guard case .key(let key)? = path.last else { return nil }
    let owner = path.dropLast()
    return objects.lazy.filter { $0.path.elementsEqual(owner) }.compactMap { $0.scalars[key] }.first
  }

  /// The texts of a list, or the only one.
  fileprivate func texts(at path: SpecColumns.Path) -> [String] {
    if let text = text(at: path) { return [text] }
    return items.filter { $0.path.count == path.count + 1 && $0.path.starts(with: path) }.map(\.text)
  }
}
