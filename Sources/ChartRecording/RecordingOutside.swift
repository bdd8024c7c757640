import ChartData
import Databases
import JSONModel
import OrderedCollections

/// The outside while a service is recorded, and while a recording is replayed.
enum RecordingOutside: Outside {
  /// As it is, and kept.
  case recorded(Recorder)
  /// As it was when it was recorded; nothing is read or written now.
  case replayed(RecordedOutside)

  /// The time, in seconds since 1970.
  func now(_ read: () -> Double) -> Double {
    switch self {
    case .recorded(let recorder):
      let time = read()
      recorder.note(["clock": JSON(time)])
      return time
    case .replayed(let outside): return outside.next("clock")?["clock"]?.doubleValue ?? 0
    }
  }

  /// The bytes of a time zone's file.
  func zone(
    _ name: String, _ read: () throws(InvalidValue) -> [UInt8]
  ) throws(InvalidValue) -> [UInt8] {
    let gives = try gives("zone", name) { () throws(InvalidValue) in Recorder.json(try read()) }
    guard let rules = Recorder.bytes(gives) else { throw RecordedOutside.missing(name) }
    return rules
  }

  /// Writes a file.
  func write(_ path: String, _ write: () throws(InvalidValue) -> Void) throws(InvalidValue) {
    _ = try gives("file", path) { () throws(InvalidValue) in
      try write()
      return nil
    }
  }

  /// A picture that a library draws.
  func picture(
    _ format: String, _ draw: () throws(InvalidValue) -> DrawnPicture
  ) throws(InvalidValue) -> DrawnPicture {
    let gives = try gives("picture", format) { () throws(InvalidValue) in
      let picture = try draw()
      let bytes = Recorder.json(picture.bytes)
      return picture.warnings.isEmpty
        ? bytes : ["bytes": bytes, "warnings": .array(picture.warnings.map { .string($0) })]
    }
    // Where nothing is told the bytes stand alone.
    guard let bytes = Recorder.bytes(gives["bytes"] ?? gives) else { throw RecordedOutside.missing(format) }
    return DrawnPicture(bytes: bytes, warnings: gives["warnings"]?.arrayValue?.compactMap(\.stringValue) ?? [])
  }

  /// The table in a file.
  func table(
    _ file: String, _ open: () throws(InvalidValue) -> any DataTable
  ) throws(InvalidValue) -> any DataTable {
    var opened: (any DataTable)?
    let gives = try gives("table", file) { () throws(InvalidValue) in
      let table = try open()
      opened = table
      var gives: OrderedDictionary<String, JSON> = [
        "columns": .array(table.columns.map { .string($0) }), "firstRow": .string(table.name(ofRow: 0)),
      ]
      if let delimiter = table.delimiter { gives["delimiter"] = .string(String(UnicodeScalar(delimiter))) }
      return .object(gives)
    }
    switch self {
    case .recorded(let recorder):
      if let opened { return RecordingTable(opened, recorder) }
    case .replayed(let outside): return ReplayedTable(gives, outside)
    }
    return try open()
  }

  /// What a database gives.
  func rows(
    _ connection: String, _ read: () throws(InvalidValue) -> ResultTable
  ) throws(InvalidValue) -> ResultTable {
    var table: ResultTable?
    let gives = try gives("database", connection) { () throws(InvalidValue) in
      let read = try read()
      table = read
      return read.recorded
    }
    guard let table = table ?? ResultTable(recorded: gives) else { throw RecordedOutside.missing(connection) }
    return table
  }

  /// What reading something gives, or its fault.
  private func gives(
    _ kind: String, _ name: String, _ read: () throws(InvalidValue) -> JSON
  ) throws(InvalidValue) -> JSON {
    switch self {
    case .recorded(let recorder):
      do throws(InvalidValue) {
        let gives = try read()
        recorder.note([kind: .string(name), "gives": gives])
        return gives
      } catch {
        recorder.note([kind: .string(name), "fault": error.recorded])
        throw error
      }
    case .replayed(let outside):
      guard let entry = outside.next(kind), entry[kind] == .string(name) else { throw RecordedOutside.missing(name) }
      if let fault = entry["fault"] { throw InvalidValue(recorded: fault) }
      return entry["gives"] ?? nil
    }
  }
}

extension InvalidValue {
  /// The fault as a recording keeps it.
  var recorded: JSON {
    [
      "reason": .string(reason), "suggestion": suggestion.map { .string($0) } ?? nil,
      "path": .array(
        path.components.map { component in
          switch component {
          case .key(let key): .string(key)
          case .index(let index): .integer(index)
          }
        }),
    ]
  }

  init(recorded json: JSON) {
    let components = (json["path"]?.arrayValue ?? []).map { component in
      component.integerValue.map(JSONPath.Component.index) ?? .key(component.stringValue ?? "")
    }
    self.init(
      json["reason"]?.stringValue ?? "", at: JSONPath(components), suggestion: json["suggestion"]?.stringValue)
  }
}
