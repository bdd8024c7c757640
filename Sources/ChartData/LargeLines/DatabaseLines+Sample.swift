import ChartEngine
import Databases
import OrderedCollections

extension DatabaseLines {
  /// Rows from here and there in a table, where they have enough of each line; else those at places that are apart by the same.
  func sample(
    atMost count: Int, unless isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [[LineRow]] {
    let perLine = max(count / max(lines.count, 1), DatabaseLines.leastOfLine)
    var found = lines.map { _ in [LineRow]() }
    do throws(DatabaseFault) {
      var limit: Duration?
      if case .table(let names) = source, dialect.hasSamples {
        found = try scattered(in: names, perLine, isCancelled)
        if found.allSatisfy({ $0.count >= DatabaseLines.leastOfLine }) { return found }
        limit = DatabaseLines.indexTime
      }
      guard let ends = try ends(within: limit, isCancelled), ends.lowerBound < ends.upperBound else { return found }
      return dialect.hasLateral
        ? try probes(ends, perLine, isCancelled) : try stretches(ends, min(perLine, 32), isCancelled)
    } catch {
      switch error.kind {
      // A view has no blocks, and who may read some columns of a table not always a sample of all. What else is wrong is told by what
      // asks for all rows.
      case .query, .tooMuch, .forbidden: return found
      // Few rows are better than none.
      case .cancelled where found.contains { !$0.isEmpty }: return found
      default: throw error
      }
    }
  }

  /// Of fewer rows a picture of a line says little.
  private static let leastOfLine = 16

  /// Within such a time the ends of the positions are there if they have an index. Without one each place would be found by going
  /// through all rows: 42 of 360,000 took 7 s, in which the rows themselves were not had, either.
  private static let indexTime = Duration.milliseconds(250)

  /// From where to where the rows of all lines reach.
  /// - Parameter limit: How long that may take; as long as it does if not given.
  /// - Returns: `nil` if it takes longer, or there are none.
  private func ends(
    within limit: Duration?, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> ClosedRange<Double>? {
    let select = SQLSelect(
      [
        SQLSelect.Item(.call(.least, [x.value]), as: "ck_low"),
        SQLSelect.Item(.call(.greatest, [x.value]), as: "ck_high"),
      ],
      from: source, where: .all([condition, hasPlace].compactMap(\.self)))
    let end = limit.map { ContinuousClock.now + $0 }
    let table: ResultTable
    do throws(DatabaseFault) {
      table = try run(select) { isCancelled() || end.map { .now > $0 } ?? false }
    } catch {
      guard error.kind == .cancelled, !isCancelled() else { throw error }
      return nil
    }
    guard table.rowCount > 0, let low = table.number(0, 0), let high = table.number(1, 0), low <= high else {
      return nil
    }
    return low...high
  }

  /// The first row of each line from some places on.
  private func probes(
    _ extent: ClosedRange<Double>, _ count: Int, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [[LineRow]] {
    let length = extent.upperBound - extent.lowerBound
    let places = (0..<count).map { value(extent.lowerBound + length * Double($0) / Double(count)) }
    var sample: [[LineRow]] = []
    for line in lines.indices {
      var next = points(
        of: line, where: .all([condition, isOfLine(line), .compared(x.indexed, .atLeast, probe)].compactMap(\.self)))
      next.order = [SQLSelect.Order(x.indexed)]
      next.limit = 1
      let items = ["ck_x", "ck_y"].map { SQLSelect.Item(.column($0), as: $0) }
      sample.append(rows(try run(SQLSelect(items, from: .probed(places, as: "ck_p", next)), isCancelled)))
    }
    return sample
  }

  /// A probe as positions are compared with it.
  private var probe: SQLExpression {
    let place = SQLExpression.column("ck_p")
    return x.zone.map { SQLExpression.call(.clockOfMoment, [place, .value(.text($0))]) } ?? place
  }

  private func value(_ position: Double) -> SQLValue {
    x.isMoment
      ? .moment(dialect.moment(from: position))
      : x.isWhole ? Int(exactly: position.rounded()).map { .whole($0) } ?? .number(position) : .number(position)
  }

  /// Rows from here and there in a table, whichever they are.
  private func scattered(
    in names: [String], _ count: Int, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [[LineRow]] {
    var sample = [[LineRow]](repeating: [], count: lines.count)
    for value in OrderedSet(lines.map(\.value)) {
      var items = [SQLSelect.Item(x.value, as: "ck_x"), SQLSelect.Item(drawable(value), as: "ck_y")]
      if let by { items.append(SQLSelect.Item(by.expression, as: "ck_k")) }
      let table = try run(
        SQLSelect(
          items, from: .sampled(names), where: .all([condition, hasPlace, isOfLine(nil)].compactMap(\.self)),
          limit: DatabaseLines.mostScattered), isCancelled)
      // Those of the one end of a very long table say nothing of the other.
      guard table.rowCount < DatabaseLines.mostScattered else { continue }
      for row in 0..<table.rowCount {
        guard let position = table.number(0, row) else { continue }
        let found = LineRow(x: position, y: table.number(1, row) ?? .nan)
        for line in linesOf(table, row) where lines[line].value == value { sample[line].append(found) }
      }
    }
    // The rows of a block lie side by side.
    return sample.map { rows in
      let sorted = rows.sorted(by: LineRow.precedes)
      return sorted.count <= count ? sorted : (0..<count).map { sorted[$0 * sorted.count / count] }
    }
  }

  private static let mostScattered = 20_000

  /// What lies in some short stretches of all of the lines.
  private func stretches(
    _ extent: ClosedRange<Double>, _ count: Int, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(DatabaseFault) -> [[LineRow]] {
    let length = extent.upperBound - extent.lowerBound
    guard let columns = DyadicColumns(pixelLength: length / Double(count)), column(columns) != nil else {
      return lines.map { _ in [] }
    }
    let parts = (0..<count).compactMap { place -> SQLExpression? in
      let start = extent.lowerBound + length * Double(place) / Double(count)
      return .all(
        [compared(.atLeast, start), compared(.less, start + length / Double(count) / 1_024)].compactMap(\.self))
    }
    var sample = [[LineRow]](repeating: [], count: lines.count)
    for value in OrderedSet(lines.map(\.value)) {
      guard let column = column(columns) else { continue }
      let select = drawn(value, column, where: .all([condition, isOfLine(nil), .any(parts)].compactMap(\.self)))
      let table = try run(select, isCancelled)
      for row in 0..<table.rowCount {
        guard let bucket = bucket(of: table, row, columns) else { continue }
        for line in linesOf(table, row) where lines[line].value == value { sample[line] += bucket.drawnRows }
      }
    }
    return sample
  }
}
