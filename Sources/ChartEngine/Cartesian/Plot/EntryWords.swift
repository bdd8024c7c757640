import ChartModel

/// How entries and series are put into words and into templates.
struct EntryWords: Sendable {
  let position: PositionText
  let format: NumberFormat

  /// An entry in words: `Mon, Steps: 812`.
  func sentence(of point: Int, _ series: PlotSeries) -> String {
    var sentence = position.text(at: series.points.positions[point]).shortened
    let value = format.value(series.value(at: point))
    // Room at once: most sentences have more than the 15 bytes that need none, and each mark has one.
    sentence.reserveCapacity(sentence.utf8.count + series.nameInWords.utf8.count + value.utf8.count)
    sentence += series.nameInWords
    sentence += value
    return sentence
  }

  /// What a placeholder stands for; `nil` if nobody knows it.
  func filling(_ placeholder: String, of point: Int, _ series: PlotSeries) -> String? {
    switch placeholder {
    case "value": format.value(series.value(at: point))
    case "x", "label": position.text(at: series.points.positions[point])
    case "series": series.spec.name
    default: nil
    }
  }

  /// A series in words: its values if they are few, else how many and between which they are.
  func words(of series: PlotSeries) -> String {
    let name = series.spec.name.isEmpty ? "Series \(series.index + 1)" : series.spec.name.shortened
    let values = series.points.values
    guard let extrema = values.extrema(in: 0..<values.count), let last = values.lastValue(in: 0..<values.count) else {
      return "\(name): no values"
    }
    guard values.count > 30 else {
      let entries = (0..<values.count).map { point in
        let value = series.value(at: point)
        let position = position.text(at: series.points.positions[point]).shortened
        return "\(position) \(value.isNaN ? "–" : format.value(value))"
      }
      return "\(name): \(entries.joined(separator: ", "))"
    }
    let (low, high) = (series.value(at: extrema.minIndex), series.value(at: extrema.maxIndex))
    return
      "\(name): \(values.count) values from \(format.value(low)) to \(format.value(high)), the last \(format.value(series.value(at: last)))"
  }
}
