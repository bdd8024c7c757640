import ChartEngine
import ChartModel
import JSONModel
import OrderedCollections
import Testing

@testable import ChartTransforms

@Suite("Steps end when they have taken too long: no clock is waited for, since whoever runs them says when")
struct TimeLimitTests {
  /// Each kind of step, on numbers `a` and `b` and names `n`.
  private static let kinds = [
    #"{"filter": "a > 5"}"#, #"{"calculate": {"c": "a * 2"}}"#, #"{"bin": {"column": "a", "width": 50}}"#,
    #"{"group": {"by": "n", "s": "sum(a)"}}"#, #"{"sort": "-a"}"#, #"{"top": {"by": "a", "count": 3}}"#,
    #"{"stack": {"column": "a", "by": "n"}}"#, #"{"normalize": {"column": "a", "by": "n"}}"#,
    #"{"rolling": {"column": "a", "window": 5, "of": "median"}}"#, #"{"cumulative": "a"}"#, #"{"difference": "a"}"#,
    #"{"percentChange": "a"}"#, #"{"fit": {"x": "a", "y": "b"}}"#,
    #"{"pivot": {"name": "n", "value": "a", "by": ["b"]}}"#, #"{"unpivot": {"columns": ["a", "b"]}}"#,
    #"{"sample": 10}"#,
  ]

  /// Steps that do so little at each row that a hundred million take about a second.
  private static let passes = ["cumulative", "difference", "percentChange", "unpivot"]

  private static let rows = 70_000

  private static let frame: Frame = {
    let numbers = (0..<rows).map { Double($0 % 1_000) }
    let names = (0..<rows).map { Double($0 % 7) }
    return Frame(
      [
        "a": .numbers(GrowingArray(numbers)), "b": .numbers(GrowingArray(numbers.reversed())),
        "n": .numbers(GrowingArray(names)),
      ], rowCount: rows)
  }()

  private func steps(_ texts: [String]) throws -> [TransformStep] {
    let spec = #"{"kind": "line", "data": {"columns": {"a": [1]}, "transform": [\#(texts.joined(separator: ", "))]}}"#
    let chart = try #require(ChartSpec(json: JSON(parsing: spec)).content as? CartesianSpec)
    return try #require(chart.data).transform
  }

  /// What comes of steps whose time is up when they ask for the so-manieth time, and how often they asked.
  private func run(_ steps: [TransformStep], endingAt last: Int) -> (fault: InvalidValue?, asked: Int) {
    var asked = 0
    let run = TransformRun(
      zone: .utc,
      watch: {
        asked += 1
        return asked >= last ? InvalidValue("time is up") : nil
      })
    do throws(InvalidValue) {
      _ = try Transformation(steps).apply(to: Self.frame, run)
      return (nil, asked)
    } catch {
      return (error, asked)
    }
  }

  @Test("Each kind of step asks before it begins and while it works, and says which one was ended", arguments: kinds)
  func ends(_ text: String) throws {
    let steps = try steps([#"{"filter": "b >= 0"}"#, text])
    let whole = run(steps, endingAt: .max)
    #expect(whole.fault == nil, "\(String(describing: whole.fault))")
    let alone = run([steps[0]], endingAt: .max).asked
    // At the beginning of the step, and in it, unless it passes over the rows only once.
    let isPass = Self.passes.contains { text.hasPrefix("{\"\($0)\"") }
    #expect(whole.asked >= alone + (isPass ? 1 : 2), "asked \(whole.asked - alone) times")
    for last in Set([alone + 1, whole.asked]) {
      let ended = run(steps, endingAt: last)
      #expect(ended.asked == last, "\(text) went on")
      // A formula is named besides.
      #expect(
        ended.fault?.path.description.hasPrefix("[1].\(steps[1].name)") == true, "\(String(describing: ended.fault))")
      #expect(ended.fault?.reason == "time is up")
    }
  }
}
