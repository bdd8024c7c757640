import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections

@testable import ChartTransforms

extension FuzzTarget {
  /// A formula, over a few rows of all types. What is understood is computed for each row without infinities, whole and in
  /// parts alike; faults lie in the text.
  static let formula = FuzzTarget(name: "formula") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let formula: FormulaSpec
    do throws(InvalidValue) {
      formula = try FormulaSpec(text)
    } catch {
      check(error, in: text)
      return
    }
    let run = TransformRun(zone: .utc)
    check(filterOf: formula, run)
    do throws(InvalidValue) {
      let calculated = try Transformation([.calculate(["made": formula])]).apply(to: table, run)
      guard let column = calculated.columns["made"] else { return expect(false, "there is a column") }
      expect(column.count == table.rowCount, "there is a value for each row: \(column.count)")
      check(column)
      checkParts(of: formula, column)
    } catch {
      expect(!error.reason.isEmpty, "a fault says what is wrong")
    }
    _ = try? Transformation([.group(GroupSpec(by: ["name"], columns: ["made": formula]))]).apply(to: table, run)
  }

  private static let table = Frame(
    [
      "a": .numbers([0, 1, -2.5, .nan, 1e308, 3, 7]), "b": .numbers([.nan, -1, 4, 0.5, 1e308, -1e-300, 2]),
      "t": .moments([0, 86_400_000, -1, .nan, 1.7e12, 8.64e15, 1e300]),
      "name": .names(NameColumn(codes: [0, 1, -1, 0, 2, 3, 1], names: ["x", "é", "12.5", "2024-02-29"])),
      "is": .truths([.yes, .no, .missing, .yes, .no, .missing, .yes]),
    ], rowCount: 7)

  private static func check(_ fault: InvalidValue, in text: String) {
    guard let digits = fault.reason.wholeMatch(of: /at character ([0-9]+): .*/.dotMatchesNewlines())?.1 else { return }
    expect(
      (1...text.unicodeScalars.count + 1).contains(Int(digits) ?? 0), "a fault lies in the text: \(fault.reason)")
  }

  private static func check(filterOf formula: FormulaSpec, _ run: TransformRun) {
    guard let taken = try? Transformation([.filter(formula)]).apply(to: table, run) else { return }
    expect(taken.rowCount <= table.rowCount, "a filter takes rows that there are")
    expect(taken.columns.values.allSatisfy { $0.count == taken.rowCount }, "all columns are of the same length")
  }

  private static func check(_ column: FrameColumn) {
    switch column {
    case .numbers(let numbers):
      expect(numbers.allSatisfy { !$0.isInfinite }, "no number is infinite: \(Array(numbers))")
    case .moments: break
    case .names(let names):
      expect(names.codes.allSatisfy { $0 >= -1 && $0 < names.names.count }, "each code has a name")
    case .truths: break
    }
  }

  /// Each row alone gives what it gives among all.
  private static func checkParts(of formula: FormulaSpec, _ whole: FrameColumn) {
    let run = TransformRun(zone: .utc)
    for row in 0..<table.rowCount {
      let part = try? Transformation([.calculate(["made": formula])]).apply(
        to: table.taking([Int32(row)]), run
      ).columns["made"]
      guard let part else { return expect(false, "what all rows have, each has: \(row)") }
      expect(part.label(at: 0, run) == whole.label(at: row, run), "row \(row) alone is as among all")
    }
  }
}
