public import JSONModel
import JSONRPC

/// What the examples in the documentation of methods call. Each is meant for a fresh service with the chart `spending`;
/// what only plots can do, for one with the chart `steps` besides.
public enum Examples {
  /// The spec of `spending`: a pie of radius 100 in the middle of 640 × 360 px, with nothing around it.
  public static let spending: JSON = [
    "kind": "pie", "id": "spending", "title": "Spending", "radius": 100, "labels": "none",
    "center": "{title}", "hole": 0.4, "animation": ["kind": "sweep"],
    "slices": [
      ["label": "Rent", "value": 25], ["label": "Food", "value": 30], ["label": "Fun", "value": 15],
      ["label": "Transport", "value": 10], ["label": "Savings", "value": 20],
    ],
  ]

  /// The parameters of the call that makes the chart on which every example is run.
  public static let preparation: JSON = ["spec": spending, "render": false]
  /// The parameters of the call that makes the chart of the examples that name `steps`.
  public static let plotPreparation: JSON = ["spec": steps, "render": false]

  private static func result(
    revision: Int = 2, changed: Bool = true, hit: JSON = nil, selection: JSON = nil, marker: JSON = nil,
    events: JSON = []
  ) -> JSON {
    [
      "session": "default", "chart": "spending", "revision": .integer(revision), "changed": .bool(changed), "hit": hit,
      "selection": selection, "marker": marker, "events": events,
    ]
  }

  private static let chosen: JSON = ["series": 0, "index": 0, "path": [0]]
  private static let valueSelected: JSON = [
    "type": "valueSelected", "series": 0, "index": 0, "path": [0], "label": "Rent", "value": 25, "fraction": 0.25,
  ]
  private static let outcome = MethodExample.Comparison.members(["revision", "changed", "hit", "selection", "events"])

  static let tap = [
    MethodExample(
      "a slice", params: ["chart": "spending", "x": 360, "y": 120, "render": false],
      result: result(
        hit: ["kind": "slice", "series": 0, "index": 0, "path": [0], "label": "Rent", "value": 25],
        selection: chosen, events: [valueSelected]),
      compares: .members([
        "changed", "hit.kind", "hit.index", "hit.label", "hit.value", "selection", "events",
      ])),
    MethodExample(
      "nothing", params: ["chart": "spending", "x": 5, "y": 5, "render": false],
      result: result(revision: 1, changed: false, hit: ["kind": "none"]),
      compares: .members(["revision", "changed", "selection", "events"])),
  ]

  static let rotate = [
    MethodExample(
      "by an angle", params: ["chart": "spending", "by": 30, "render": false],
      result: result(events: [["type": "rotated", "angle": 300, "by": 30]]), compares: outcome),
    MethodExample(
      "to an angle", params: ["chart": "spending", "to": 0, "render": false],
      result: result(events: [["type": "rotated", "angle": 0, "by": 90]]), compares: outcome),
  ]

  static let highlight = [
    MethodExample(
      "a slice", params: ["chart": "spending", "index": 0, "render": false],
      result: result(selection: chosen, events: [valueSelected]), compares: outcome),
    MethodExample(
      "silently", params: ["chart": "spending", "index": 0, "notify": false, "render": false],
      result: result(selection: chosen), compares: outcome),
    MethodExample(
      "none", params: ["chart": "spending", "index": nil, "render": false],
      result: result(revision: 1, changed: false), compares: outcome),
  ]

  /// The spec of `steps`, a plot for the examples of what only plots can do: 9 of 30 days are seen.
  public static let steps: JSON = [
    "kind": "bar", "id": "steps", "viewport": ["visibleCount": 9],
    "x": ["labels": .array((1...30).map { .string("\($0)") })],
    "series": [["name": "Steps", "values": .array((1...30).map { .integer($0 * 100) })]],
  ]

  static let scroll = [
    MethodExample(
      "to the end", params: ["chart": "steps", "to": "end", "render": false],
      result: ["chart": "steps", "revision": 2, "changed": true, "hit": nil, "selection": nil],
      compares: .members(["chart", "revision", "changed", "hit", "selection"])),
    MethodExample(
      "the nearest entry into the middle", params: ["chart": "steps", "by": 100, "snap": true, "render": false],
      result: ["changed": true, "selection": ["series": 0, "index": 6]],
      compares: .members(["changed", "selection"])),
  ]

  static let append = [
    MethodExample(
      "a day more, of the last 30",
      params: ["chart": "steps", "points": [["x": "31", "y": 1200]], "window": 30, "render": false],
      result: ["session": "default", "chart": "steps", "revision": 2, "warnings": []])
  ]

  static let zoom = [
    MethodExample(
      "twice as large", params: ["chart": "steps", "scale": 2, "render": false],
      result: ["changed": true, "events": [["type": "zoomed", "scaleX": 2, "scaleY": 1]]],
      compares: .members(["changed", "events"])),
    MethodExample(
      "as it was", params: ["chart": "steps", "fit": true, "render": false],
      result: ["revision": 1, "changed": false], compares: .members(["revision", "changed"])),
  ]

  static let toggle = [
    MethodExample(
      "by index", params: ["chart": "spending", "series": 3, "render": false], result: result(), compares: outcome),
    MethodExample(
      "by name", params: ["chart": "spending", "series": "Transport", "render": false], result: result(),
      compares: outcome),
  ]

  static let key = [
    MethodExample(
      "the first slice", params: ["chart": "spending", "key": "Home", "render": false],
      result: result(selection: chosen, events: [valueSelected]), compares: outcome)
  ]

  static let animate = [
    MethodExample(
      "start", params: ["chart": "spending", "action": "start", "time": 0, "render": false], result: result(),
      compares: outcome)
  ]

  static let hover = [
    MethodExample(
      "over a slice", params: ["chart": "spending", "x": 360, "y": 120],
      result: result(revision: 1, changed: false, hit: ["kind": "slice", "index": 0], marker: ["text": "Rent …"]),
      compares: .members(["revision", "changed", "hit.kind", "hit.index", "selection"])),
    MethodExample(
      "leaving", params: ["chart": "spending", "x": nil], result: result(revision: 1, changed: false),
      compares: .everything),
  ]

  static let pointer = [
    MethodExample(
      "down", params: ["chart": "spending", "phase": "down", "x": 390, "y": 180, "time": 0, "render": false],
      result: result(revision: 1, changed: false, hit: ["kind": "slice"]),
      compares: .members(["revision", "changed", "events"]))
  ]

  static let advance = [
    MethodExample(
      "nothing moves", params: ["chart": "spending", "time": 1.5, "render": false],
      result: result(revision: 1, changed: false), compares: outcome)
  ]

  static let undo = [
    MethodExample(
      "nothing to undo", params: ["chart": "spending", "render": false], result: result(revision: 1, changed: false))
  ]
  static let redo = [
    MethodExample(
      "nothing to redo", params: ["chart": "spending", "render": false], result: result(revision: 1, changed: false))
  ]
  static let reset = [
    MethodExample(
      "nothing to reset", params: ["chart": "spending", "render": false], result: result(revision: 1, changed: false))
  ]

  static let hitTest = [
    MethodExample(
      "a slice", params: ["chart": "spending", "x": 360, "y": 120],
      result: ["hit": ["kind": "slice", "series": 0, "index": 0, "path": [0], "value": 25, "label": "Rent"]],
      compares: .members(["hit.kind", "hit.series", "hit.index", "hit.path", "hit.value", "hit.label"])),
    MethodExample(
      "outside", params: ["chart": "spending", "x": 2, "y": 2],
      result: [
        "hit": ["kind": "none", "series": nil, "index": nil, "x": 2, "y": 2, "value": nil, "label": nil]
      ], compares: .members(["hit.series", "hit.index", "hit.x", "hit.y", "hit.value", "hit.label"])),
  ]

  static let angleAt = [
    MethodExample("east of the centre", params: ["chart": "spending", "x": 400, "y": 180], result: ["angle": 0]),
    MethodExample("the centre", params: ["chart": "spending", "x": 320, "y": 180], result: ["angle": nil]),
  ]

  static let sliceAt = [
    MethodExample("the start angle", params: ["chart": "spending", "angle": 270], result: ["index": 0]),
    MethodExample(
      "a ring that isn't there", params: ["chart": "spending", "angle": 270, "ring": 1], result: ["index": -1]),
  ]

  static let marker = [
    MethodExample(
      "a slice", params: ["chart": "spending", "index": 0], result: ["marker": ["text": "Rent …"]], compares: .nothing)
  ]
}
