import ChartService
import JSONModel
import ServiceTestSupport
import Testing
import TestSupport

extension PlotAppendTests {
  private static let formFaults: [Fault] = [
    Fault("follow", ["points": ["x"]], "points[0]", "a number, null, [x, y] or {x, y}"),
    Fault("follow", ["points": [1, true]], "points[1]", "a number"),
    Fault("follow", ["points": [[1, 2, 3]]], "points[0]", "a list of 3"),
    Fault("follow", ["points": [["x": 1]]], "points[0].y", "required"),
    Fault("follow", ["points": [["y": "1"]]], "points[0].y", "a number or null"),
    Fault("follow", ["points": [["y": 1, "z": 2]]], "points[0].z", "unknown key; there are x, y"),
    Fault("follow", ["points": ["y": [1], "zzzzzz": [2]]], "points.zzzzzz", "unknown key; there are x, y, buffer"),
    Fault("follow", ["points": [.number(.infinity)]], "points[0]", "a number"),
    Fault("follow", ["points": [1, [5, 2]]], "points[1][0]", "no positions"),
    Fault("follow", ["points": [["x": "Mon", "y": 2]]], "points[0].x", "no positions"),
    Fault("follow", ["points": "many"], "points[0]", "a number"),
    Fault("follow", ["points": [1], "series": 1], "series", "from 0 to 0"),
    Fault("follow", ["points": [1], "series": "b"], "series", "no entry 'b'"),
    Fault("follow", ["points": [1], "window": 0], "window", "at least 1"),
    Fault("follow", ["points": [["y": [1, 2]]]], "points[0].y", "a list of 1 value"),
    Fault("follow", ["points": ["buffer": 0]], "points.buffer", "the request has 0 buffers"),
    Fault("follow", ["points": ["x": [1], "y": ["buffer": 2]]], "points.y.buffer", "0 buffers"),
    Fault("follow", ["points": ["x": [1, 2]]], "points.y", "required"),
    Fault("follow", ["points": ["y": 3]], "points.y", "a list"),
    Fault("follow", ["points": ["values": [3]]], "points.values", "unknown key"),
  ]

  private static let placeFaults: [Fault] = [
    Fault("numbers", ["points": [3]], "points[0]", "expected [x, y]"),
    Fault("numbers", ["points": [[30, 3], ["Mon", 3]]], "points[1][0]", "expected a number"),
    Fault("numbers", ["points": [["x": nil, "y": 3]]], "points[0].x", "a number"),
    Fault("numbers", ["points": ["x": [1, 2, 3], "y": [1, 2]]], "points.x", "as many x as y, got 3 and 2"),
    Fault("numbers", ["points": ["x": ["a"], "y": [1]]], "points.x[0]", "expected a number"),
    Fault("numbers", ["points": ["x": [true], "y": [1]]], "points.x[0]", "a number"),
    Fault("numbers", ["points": ["y": [1]]], "points.y[0]", "expected [x, y]"),
    Fault("moments", ["points": [["teatime", 3]]], "points[0][0]", "a moment"),
    // No more of a long text than tells which it is.
    Fault(
      "moments", ["points": [[.string(String(repeating: "t", count: 50)), 3]]], "points[0][0]",
      "got '\(String(repeating: "t", count: 40))'"),
    Fault("names", ["points": [3]], "points[0]", "expected [x, y]"),
    Fault("names", ["points": [["Mon", 3]]], "points[0][0]", "a value already"),
    Fault("names", ["points": [["Wed", 3], ["x": "Wed", "y": 4]]], "points[1].x", "a value already"),
    Fault("short", ["points": [["Wed", 3]]], "points", "series 0 has 3 values for 2 positions; mend that first"),
    Fault("log", ["points": [[-3, 3]]], "points[0][0]", "above 0"),
    Fault("days", ["points": [1, 2]], "points[1]", "no more than 3 days"),
    Fault("days", ["points": [["Mon", 2]]], "points[0][0]", "last days"),
    Fault("own", ["points": [["x": 3, "y": [1, 2]]]], "points", "positions of their own"),
    Fault("nothing", ["points": [1]], "chart", "no series"),
  ]

  @Test(
    "What makes no sense is refused with its place, and changes nothing",
    arguments: formFaults + placeFaults)
  func faults(fault: Fault) throws {
    let specs: [String: JSON] = [
      "follow": line([1, 2]), "numbers": line([1, 2], x: [10, 20]),
      "moments": line([1, 2], x: ["2026-08-01", "2026-08-02"]),
      "names": ["kind": "bar", "x": ["labels": ["Mon", "Tue"]], "series": [["values": [1, 2]]]],
      "short": ["kind": "bar", "x": ["labels": ["Mon", "Tue"]], "series": [["values": [1, 2, 3]]]],
      "log": ["kind": "line", "x": ["scale": "log", "values": [1, 2]], "series": [["values": [1, 2]]]],
      "days": [
        "kind": "bar", "x": ["lastDays": ["count": 3, "before": "2026-08-21"]], "series": [["values": [1, 2]]],
      ],
      "own": ["kind": "line", "series": [["values": [1], "x": [1]], ["values": [1], "x": [1]]]],
      "nothing": ["kind": "line"],
    ]
    let service = try ChartService.with(try #require(specs[fault.subject]))
    let found = try service.fault("chart/append", (["chart": "plot"] as JSON).merging(fully: fault.params))
    #expect(found.path == fault.path && found.reason.contains(fault.reason), "\(found)")
  }
}
