import ChartService
import JSONModel
import JSONRPC
import POSIX
import StoreSimulation

@testable import Journal

/// What the target `store` begins with: small stores that a service has really written, as pieces and as they are, and a few
/// that no service writes.
enum StoreSeeds {
  private struct Request {
    var method: String
    var params: JSON
    var buffers: [[UInt8]] = []

    init(_ method: String, _ params: JSON, _ buffers: [[UInt8]] = []) {
      (self.method, self.params, self.buffers) = (method, params, buffers)
    }
  }

  /// What is done in a store.
  private struct Story {
    var name: String
    /// What each of the processes does that have it open in turn.
    var lives: [[Request]]
    /// The flags of ``StoreRun``, which reads it.
    var flags: UInt8 = 0
    /// Whether snapshots are written, of all that happens.
    var hasSnapshots = false
    var run: String?
  }

  static func make() throws -> [(name: String, bytes: [UInt8])] {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for (index, story) in stories.enumerated() {
      let files = try files(after: story)
      let interaction = UInt8(index)
      seeds.append((story.name, [story.flags, interaction, 5] + pieces(files)))
      if index < 3 {
        seeds.append((story.name + "-damaged", [story.flags | 64, 30 * interaction, 5] + pieces(files)))
      }
      let (form, kind): (UInt8, String) = story.hasSnapshots ? (2, "snapshot-") : (1, "log-")
      if let file = files.first(where: { $0.path.contains("/\(kind)") }), file.bytes.count < 3000 {
        seeds.append((story.name + "-plain", [story.flags, interaction, form] + file.bytes))
      }
    }
    return seeds + strange
  }

  // MARK: - Stores that were written

  private static func files(after story: Story) throws -> [(path: String, bytes: [UInt8])] {
    let disk = SimulatedDisk(seed: 0) { _ in .works }
    for requests in story.lives {
      var options = ServiceStore.Options(directory: StoreRun.directory)
      options.disk = disk
      options.now = { 1_800_000_000 }
      options.salt = { 1 }
      if story.hasSnapshots { options.smallByteCount = 1 }
      if let run = story.run { options.resumption = .afterDeath(of: run) }
      let kept = try ChartService.opening(options, now: { 1_800_000_000 })
      for request in requests {
        _ = try kept.service.call(request.method, params: request.params, buffers: request.buffers)
        kept.store.waitForSnapshots()
      }
      disk.kill()
      disk.restart(losesPower: false)
    }
    return try paths(in: StoreRun.directory + "/sessions", disk).map { path in
      (String(path.dropFirst(StoreRun.directory.count + 1)), try disk.read(path))
    }
  }

  private static func paths(in directory: String, _ disk: SimulatedDisk) throws -> [String] {
    try disk.names(in: directory).flatMap { name in
      let path = directory + "/" + name
      return (try? disk.names(in: path)) == nil ? [path] : try paths(in: path, disk)
    }
  }

  /// Files as ``StoreInput`` has them.
  private static func pieces(_ files: [(path: String, bytes: [UInt8])]) -> [UInt8] {
    let contents = files.filter { $0.path.contains("/contents/") }
    let names = contents.map { $0.path.split(separator: "/").last.map { Array($0.utf8) } ?? [] }
    var pieces: [[UInt8]] = []
    var directory = ""
    for file in files where !file.path.contains("/contents/") {
      guard var reader = try? JournalReader(file.bytes) else { continue }
      pieces.append([StoreInput.Mark.file] + Array("\(file.path) \(reader.place.number)".utf8))
      let parent = FilePath.parent(of: file.path)
      if parent != directory {
        directory = parent
        pieces += contents.filter { $0.path.hasPrefix(parent + "/") }.map { piece($0.bytes) }
      }
      while let payload = reader.next() { pieces.append(referring(Array(payload), to: names)) }
    }
    return Array(pieces.joined(separator: [0]))
  }

  private static func piece(_ content: [UInt8]) -> [UInt8] {
    guard content.contains(0) else { return [StoreInput.Mark.content] + content }
    if content.first == UInt8(ascii: "d") {
      let numbers = stride(from: 1, to: content.count - 7, by: 8).map { offset in
        Double(bitPattern: content.number(at: offset)).description
      }
      return [StoreInput.Mark.column] + Array(numbers.joined(separator: ",").utf8)
    }
    let digits = content.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [StoreInput.Mark.digits] + Array(digits.joined().utf8)
  }

  /// A payload whose contents are named by their places.
  private static func referring(_ payload: [UInt8], to names: [[UInt8]]) -> [UInt8] {
    var (result, rest) = ([UInt8](), payload[...])
    while let byte = rest.first {
      if let place = names.firstIndex(where: { !$0.isEmpty && rest.starts(with: $0) }) {
        result += [StoreInput.Mark.reference, 0x30 + UInt8(place)]
        rest = rest.dropFirst(names[place].count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  // MARK: - What is done

  private static let pie: JSON = [
    "kind": "pie", "id": "p", "slices": [["label": "a", "value": 1], ["label": "b", "value": 2], ["value": 3]],
  ]
  private static let bars: JSON = [
    "kind": "bar", "id": "b", "viewport": ["visibleCount": 2], "x": ["labels": ["k", "l", "m"]],
    "series": [["name": "s", "values": [1, 2, 3]], ["name": "t", "values": [3, nil, 1]]],
  ]
  private static let line: JSON = ["kind": "line", "id": "l", "series": [["values": ["buffer": 0]]]]
  private static let moments: JSON = [
    "kind": "line", "id": "z", "series": [["values": [1, 2]]],
    "x": ["scale": "time", "timeZone": "Asia/Tokyo", "values": ["2026-01-01", "2026-01-02"]],
  ]
  private static let combined: JSON = [
    "kind": "combined", "id": "c",
    "series": [
      ["type": "bar", "values": [1, 2]], ["type": "line", "values": [2, 1], "axis": "right"],
      ["type": "scatter", "values": [2, 2]],
    ],
  ]

  private static func create(_ spec: JSON, _ buffers: [[UInt8]] = []) -> Request {
    Request("chart/create", ["spec": spec, "render": false], buffers)
  }

  private static func act(_ chart: String, _ method: String, _ params: JSON = [:]) -> Request {
    Request("chart/" + method, params.merging(patch: ["chart": .string(chart), "render": false]))
  }

  private static let numbers = [1.0, 2.5, -3].flatMap {
    withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init)
  }

  private static let turned = [
    create(pie), act("p", "rotate", ["by": 30]), act("p", "tap", ["x": 400, "y": 180]), act("p", "undo"),
  ]
  private static let grown = [
    create(line, [numbers]), act("l", "append", ["points": [4, 5]]),
    Request("chart/append", ["chart": "l", "points": ["buffer": 0], "window": 4], [numbers]), act("l", "undo"),
    act("l", "redo"),
  ]
  private static let document: JSON = [
    "format": "chartkernel-session", "version": 1, "session": "default", "columns": ["AAAAAAAA8D8=", ["a", "b"]],
    "specs": [
      ["spec": pie],
      ["spec": ["kind": "line", "series": [["values": ["buffer": 0]]]], "columns": ["buffer[0]": 0]],
    ],
    "charts": [
      [
        "chart": "p", "spec": 0, "revision": 7,
        "state": ["startAngle": 90, "selection": [0], "hidden": [], "progress": 1],
        "undo": [
          [
            "method": "chart/tap", "params": ["x": 1, "y": 2], "spec": 0,
            "state": ["startAngle": 10, "selection": nil, "hidden": [1], "progress": 1],
          ]
        ],
      ],
      [
        "chart": "q", "spec": 1, "revision": 1,
        "state": ["startAngle": 0, "selection": nil, "hidden": [], "progress": 0.5],
      ],
    ],
    "log": [["chart": "p", "method": "chart/tap", "params": [:], "revision": 3]],
  ]

  private static let stories: [Story] = [
    Story(name: "pie", lives: [turned]),
    Story(
      name: "bars",
      lives: [
        [
          create(bars), act("b", "toggle", ["series": 1]), act("b", "key", ["key": "ArrowRight"]),
          act("b", "zoom", ["scale": 2]), act("b", "scroll", ["to": "end"]),
        ]
      ], flags: 16),
    Story(name: "grown", lives: [grown], flags: 1),
    Story(name: "time", lives: [[create(moments), act("z", "animate", ["action": "start", "time": 0])]], flags: 16),
    Story(name: "combined", lives: [[create(combined), act("c", "update", ["patch": ["title": "T"]])]], flags: 16),
    Story(
      name: "names",
      lives: [
        [
          create(["kind": "pie", "slices": [["value": 1]]]), create(["kind": "pie", "slices": [["value": 2]]]),
          Request("chart/delete", ["chart": "pie-1"]), Request("session/open", ["session": "a"]),
          Request("chart/create", ["spec": pie, "session": "a", "render": false, "theme": "dark"]),
        ]
      ], flags: 32),
    Story(name: "document", lives: [[Request("session/import", ["document": document])]], flags: 8),
    Story(
      name: "typed",
      lives: [
        [
          Request("chart/edit", ["text": "kind: pie\nid: p\nslices: [{value: 1}]\n", "render": false]),
          Request("chart/edit", ["text": "kind: pie\nid: p\nslices: [{value: 1}, {value: 2}]\n", "render": false]),
          act("p", "undo"), act("p", "redo"),
        ]
      ], flags: 8),
    Story(name: "snapshot", lives: [turned], flags: 4, hasSnapshots: true),
    Story(name: "snapshot-grown", lives: [grown, [act("l", "undo")]], flags: 5, hasSnapshots: true),
    Story(name: "lives", lives: [turned, [act("p", "redo")], [act("p", "reset")]], flags: 4),
    Story(name: "kernel", lives: [turned, [act("p", "redo")]], flags: 2, run: "run"),
    Story(name: "ended", lives: [turned], flags: 2, run: "another"),
  ]

  // MARK: - What no service writes

  private static let state = #"{"startAngle":0,"selection":null,"hidden":[],"progress":1}"#
  private static let source = #"{"spec":{"kind":"pie","slices":[{"value":1},{"value":2}]}}"#

  /// Pieces, each with its mark, or none if it is a record.
  private static func pieced(_ pieces: [(UInt8?, String)], flags: UInt8 = 0, interaction: UInt8 = 0) -> [UInt8] {
    [flags, interaction, 5]
      + pieces.map { mark, text in (mark.map { [$0] } ?? []) + Array(text.utf8) }.joined(separator: [0])
  }

  private static let begun: [(UInt8?, String)] = [
    (nil, #"{"head":{"session":"default","run":"run","began":1,"generation":0}}"#),
    (nil, #"{"source":{"id":1,"source":\#(source)}}"#),
    (nil, #"{"create":{"chart":"p","source":1,"revision":1,"state":\#(state),"kind":"pie","number":1}}"#),
  ]

  private static let strange: [(name: String, bytes: [UInt8])] = [
    ("nothing", [32]),
    ("torn", pieced(begun + [(StoreInput.Mark.plain, "CKJOURN\nWhat a process was writing")])),
    (
      "long-parts",
      pieced(
        begun + [
          (StoreInput.Mark.content, source), (StoreInput.Mark.content, state),
          (StoreInput.Mark.content, #"{"by":30}"#),
          (nil, #"{"source":{"id":2,"contents":{"source":"\#u{6}0"}}}"#),
          (
            nil,
            #"{"change":{"chart":"p","revision":2,"method":"chart/rotate","source":2,"step":0,"#
              + #""contents":{"state":"\#u{6}1","params":"\#u{6}2"}}}"#
          ),
        ])
    ),
    (
      "damaged-content",
      pieced(
        begun + [
          (StoreInput.Mark.content, source),
          (nil, #"{"source":{"id":2,"contents":{"source":"\#u{6}0"}}}"#),
          (StoreInput.Mark.file, "\(StoreInput.session)/contents/\u{6}0"), (StoreInput.Mark.plain, "{}"),
        ], flags: 1)
    ),
    (
      "kinds-of-records",
      pieced(
        begun + [
          (nil, #"{"note":{"key":"views","value":[1]}}"#), (nil, #"{"open":{}}"#), (nil, #"{"later":{"a":1}}"#),
          (nil, #"{"session":{"content":{"numbers":{"pie":3},"log":[]}}}"#),
          (
            nil,
            #"{"chart":{"item":{"chart":"q","spec":1,"revision":2,"state":\#(state),"#
              + #""redo":[{"method":"chart/tap","spec":1,"state":\#(state)}]}}}"#
          ),
          (nil, #"{"redo":{"chart":"q","revision":3}}"#), (nil, #"{"delete":{"chart":"p","revision":4}}"#),
          (nil, #"{"done":{"next":9}}"#),
        ])
    ),
    (
      "given-up",
      pieced(
        begun + [
          (StoreInput.Mark.file, "\(StoreInput.session)/log-1 2"),
          (nil, #"{"head":{"session":"default","generation":0}}"#),
          (StoreInput.Mark.file, "\(StoreInput.session)/log-3 4"), (nil, #"{"open":{}}"#),
        ], interaction: 1)
    ),
    (
      "files",
      pieced(
        begun + [
          (StoreInput.Mark.file, "opening"), (StoreInput.Mark.plain, "..."),
          (StoreInput.Mark.file, "incoming/1"), (StoreInput.Mark.plain, "a"),
          (StoreInput.Mark.file, "sessions/0000000002.removed/log-0"),
          (StoreInput.Mark.file, "sessions/0000000003.new/log-0"),
          (StoreInput.Mark.file, "sessions/0000000004.ended/log-0 0"),
        ] + begun + [(StoreInput.Mark.file, "sessions/0000000005/log-0 0")] + begun, flags: 2)
    ),
    ("last-log", pieced([(StoreInput.Mark.file, "\(StoreInput.session)/log-\(Int.max) 0")] + begun)),
    ("last-session", pieced([(StoreInput.Mark.file, "sessions/\(Int.max)/log-0 0")] + begun, flags: 32)),
    (
      "last-spec",
      pieced(
        begun + [
          (nil, #"{"source":{"id":\#(Int.max),"source":\#(source)}}"#),
          (nil, #"{"create":{"chart":"p","source":\#(Int.max),"revision":1,"state":\#(state)}}"#),
        ], interaction: 6)
    ),
    (
      "last-numbers",
      pieced(
        begun + [
          (nil, #"{"session":{"content":{"numbers":{"pie":\#(1 << 53)}}}}"#),
          (nil, #"{"create":{"chart":"p","source":1,"revision":\#(1 << 53),"state":\#(state)}}"#),
        ], flags: 32, interaction: 17)
    ),
    (
      "last-imported",
      pieced(
        begun + [
          (
            nil,
            #"{"import":{"source":\#(Int.max),"document":{"format":"chartkernel-session","version":1,"session":"d","#
              + #""specs":[\#(source),\#(source)],"charts":[{"chart":"p","spec":\#(Int.max),"revision":1,"#
              + #""state":\#(state)}]}}}"#
          )
        ])
    ),
    ("newer-store", [0, 0, 3] + Array(#"{"format": "chartkernel-store", "version": 2}"#.utf8)),
    ("no-store", [0, 0, 3] + Array("{}".utf8)),
    ("newer-journal", [0, 0, 0] + JournalFormat.magic + [3] + [UInt8](repeating: 0, count: 23)),
    ("numbers", [0, 7, 4, UInt8(ascii: "d")] + numbers),
    ("entries", [16, 7, 4] + Array(#"j["a",1,null]"#.utf8)),
    ("spec", [16, 0, 4] + Array(source.utf8)),
  ]
}
