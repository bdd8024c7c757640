import ChartData
import ChartEngine
import ChartModel
import ChartTransforms
import JSONModel
import OrderedCollections

extension CartesianSpec {
  /// Puts what steps found out into the texts that ask for it: `{trend.equation}`, `{trend.r2:.2}`.
  /// - Parameter notes: Keys and texts in turn.
  mutating func fill(placeholders notes: HeldColumn?) {
    let notes = StepNotes(notes)
    guard !notes.isEmpty else { return }
    let format = common.format
    func filled(_ text: String) -> String { notes.filled(text, format) }
    func filled(_ runs: [MarkerRunSpec]) -> [MarkerRunSpec] {
      runs.map { run in
        var run = run
        run.text = filled(run.text)
        return run
      }
    }
    common.title = common.title.map(filled)
    common.subtitle = common.subtitle.map(filled)
    common.caption = common.caption.map(filled)
    marker.runs = filled(marker.runs)
    for index in series.indices {
      series[index].name = filled(series[index].name)
      series[index].marker = series[index].marker.map(filled)
    }
  }

  /// What is to be told of texts that ask for what no step has found out, where steps have found out something.
  /// - Throws: ``InvalidValue`` for markers that do: in these, all that stands in braces stands for something.
  func unknownPlaceholders(besides notes: HeldColumn?) throws(InvalidValue) -> [String] {
    let notes = StepNotes(notes)
    guard !notes.isEmpty else { return [] }
    var faults = FaultList()
    func check(_ runs: [MarkerRunSpec], at path: [JSONPath.Component]) throws(InvalidValue) {
      for fault in runs.flatMap({ notes.faults(of: $0.text, steps) }) {
        try faults.add(path.reversed().reduce(fault) { $0.prefixed(by: $1) })
      }
    }
    try check(marker.runs, at: [.key("marker")])
    for (index, series) in series.enumerated() {
      try check(series.marker ?? [], at: [.key("series"), .index(index), .key("marker")])
    }
    try faults.check()
    var texts: [(place: String, text: String?)] = [
      ("title", common.title), ("subtitle", common.subtitle), ("caption", common.caption),
    ]
    for (index, series) in series.enumerated() { texts.append(("series[\(index)].name", series.name)) }
    return texts.flatMap { place, text in
      notes.faults(of: text ?? "", steps).map { fault in
        "\(place): \(fault.reason)" + (fault.suggestion.map { "; did you mean '\($0)'?" } ?? "")
      }
    }
  }

  private var steps: [TransformStep] { data?.transform ?? [] }
}

/// What steps found out, by the names that stand in braces.
private struct StepNotes {
  private var texts: OrderedDictionary<String, String> = [:]

  var isEmpty: Bool { texts.isEmpty }

  /// - Parameter notes: Keys and texts in turn.
  init(_ notes: HeldColumn?) {
    let entries = notes?.entries.entries.map(\.label) ?? []
    for index in stride(from: 0, to: entries.count - 1, by: 2) { texts[entries[index]] = entries[index + 1] }
  }

  /// A text with what was found out in the places of its names; unknown ones stay as they were written.
  func filled(_ text: String, _ format: FormatSpec) -> String {
    guard text.contains("{") else { return text }
    return texts.reduce(text) { text, note in
      text.replacing("{\(note.key)}", with: format.formula(FittedCurve.written(note.value)))
        .replacingPlaceholders { placeholder in
          guard placeholder.name == note.key, let words = placeholder.words else { return nil }
          return StepNotes.number(note.value, words, format)
        }
    }
  }

  /// A number as the words of a placeholder have it; `nil` if it is none, or they say nothing.
  private static func number(_ text: String, _ words: Substring, _ format: FormatSpec) -> String? {
    var plain = FormatSpec()
    plain.locale = format.locale
    guard let number = Double(text), let format = try? plain.applying(words) else { return nil }
    return format.text(of: number)
  }

  /// What a text asks for that no step has found out.
  func faults(of text: String, _ steps: [TransformStep]) -> [InvalidValue] {
    text.placeholders.compactMap { placeholder in
      let name = String(placeholder.name)
      guard let value = texts[name] else {
        let all = texts.keys.map { "{\($0)}" }
        let near = nearestWord(to: name, among: texts.keys)
        return InvalidValue(
          "no step finds out '{\(name.excerpt)}'" + (near == nil ? ", only \(all.joined(separator: ", "))" : ""),
          suggestion: near.map { "{\($0)}" }, kind: .mismatch)
      }
      if value.isEmpty, steps.contains(where: { $0.isLoess(named: name) }) {
        return InvalidValue(
          "'{\(name.excerpt)}' is empty: a LOESS curve has no equation; leave it out, or fit `method: linear`",
          kind: .mismatch)
      }
      guard let words = placeholder.words else { return nil }
      do throws(InvalidValue) {
        _ = try FormatSpec().applying(words)
      } catch {
        return error
      }
      guard Double(value) == nil, !value.isEmpty else { return nil }
      return InvalidValue("'{\(name.excerpt):\(words.prefix(40))}' is no number that has a format", kind: .mismatch)
    }
  }
}

extension String {
  /// A name with a dot, and perhaps a format behind a colon: `{trend.r2:.3}`.
  fileprivate struct Placeholder {
    let range: Range<String.Index>
    let name: Substring
    let words: Substring?
  }

  // By hand, since the only regular expression of a program brings the whole of their library along.
  fileprivate var placeholders: [Placeholder] {
    var found: [Placeholder] = []
    var open: String.Index?
    for place in indices {
      switch self[place] {
      case "{": open = place
      case "}":
        guard let start = open else { continue }
        open = nil
        let parts = self[index(after: start)..<place].split(
          separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0]
        let ends = name.split(separator: ".", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ !$0.isEmpty }), !name.contains(" ") else { continue }
        found.append(
          Placeholder(range: start..<index(after: place), name: name, words: parts.count > 1 ? parts[1] : nil))
      default: break
      }
    }
    return found
  }

  /// The text with others in the places of some placeholders.
  /// - Parameter other: What stands in the place of one; `nil` to leave it.
  fileprivate func replacingPlaceholders(_ other: (Placeholder) -> String?) -> String {
    var result = ""
    var rest = startIndex
    for placeholder in placeholders {
      result += self[rest..<placeholder.range.lowerBound]
      result += other(placeholder) ?? String(self[placeholder.range])
      rest = placeholder.range.upperBound
    }
    return result + self[rest...]
  }
}

extension TransformStep {
  /// Whether it finds out a curve without an equation, which a placeholder asks for.
  fileprivate func isLoess(named placeholder: String) -> Bool {
    guard case .fit(let spec) = self else { return false }
    return spec.method == .loess && placeholder == "\(spec.name ?? "fit").equation"
  }
}
