import CellModel
import ChartService
import JSONModel
import JSONRPC
import OrderedCollections
import YAMLText

/// What commands without a picture show to people.
enum CommandReport {
  /// A result as text.
  static func text(of result: JSON, _ method: Method<ServiceContext>, _ service: ChartService) -> String {
    switch method.name {
    case "chart/list": list(result)
    case "session/info": connections(result)
    default: result.shortened.readableText
    }
  }

  private static func list(_ result: JSON) -> String {
    let charts = (result["charts"]?.arrayValue ?? []).compactMap(\.stringValue)
    return charts.isEmpty ? "no charts yet" : charts.joined(separator: "\n")
  }

  /// How to connect, as one would type it.
  private static func connections(_ result: JSON) -> String {
    var lines = ["session: \(result["session"]?.stringValue ?? "")"]
    for chart in result["charts"]?.arrayValue ?? [] {
      let title = chart["title"]?.stringValue.map { ", “\($0)”" } ?? ""
      lines.append("chart: \(chart["chart"]?.stringValue ?? "") (\(chart["kind"]?.stringValue ?? "")\(title))")
    }
    let connections = result["connections"]?.arrayValue ?? []
    if connections.isEmpty { lines.append("no way in from outside: start `chart-kernel serve`, or a Jupyter kernel") }
    for connection in connections {
      let endpoint = connection["endpoint"]?.stringValue ?? ""
      lines.append("\(connection["transport"]?.stringValue ?? ""): \(endpoint)")
      if let key = connection["serverKey"]?.stringValue { lines.append("  CURVE server key: \(key)") }
      lines.append("  from an editor: chart-kernel stdio --connect \(endpoint)")
    }
    return lines.joined(separator: "\n")
  }

  /// All commands.
  static let list: Inspection = {
    let rows = Command.all.sorted { $0.name < $1.name }
    let width = rows.map { $0.name.count + $0.usage.count }.max() ?? 0
    let plain = rows.map { command in
      let typed = "%\(command.name) \(command.usage)"
      return typed + String(repeating: " ", count: max(0, width + 4 - typed.count)) + command.summary
    }
    let markdown = rows.map { "- `%\($0.name)\($0.usage.isEmpty ? "" : " \($0.usage)")`: \($0.summary)" }
    let hint = "Where a session has one chart its name may be left out. A `;` at the end shows nothing."
    return Inspection(
      plain: (plain + ["", hint]).joined(separator: "\n"),
      markdown: (markdown + ["", hint]).joined(separator: "\n"))
  }()
}

extension JSON {
  /// The value as text for people, in the manner of YAML.
  var readableText: String {
    var lines: [String] = []
    writeReadable(to: &lines, indent: "")
    return lines.joined(separator: "\n")
  }

  private func writeReadable(to lines: inout [String], indent: String) {
    func write(_ value: JSON, after head: String) {
      if let inline = value.inlineText {
        lines.append("\(head) \(inline)")
      } else {
        lines.append(head)
        value.writeReadable(to: &lines, indent: indent + "  ")
      }
    }
    switch self {
    case .object(let members):
      for (key, value) in members { write(value, after: "\(indent)\(key):") }
    case .array(let items):
      for item in items { write(item, after: "\(indent)-") }
    default:
      lines.append(indent + (inlineText ?? text))
    }
  }

  /// The value on one line, if it is simple or short.
  private var inlineText: String? {
    switch self {
    case .string(let text):
      // As the next reader of YAML would take it.
      let isPlain =
        YAMLScalar.json(ofPlain: text) == self && !text.isEmpty
        && !text.unicodeScalars.contains(where: { "\n\r\"'{}[]#:,".unicodeScalars.contains($0) })
      return isPlain ? text : self.text
    case .array(let items):
      return items.isEmpty || self.text.utf8.count <= 60 ? self.text : nil
    case .object(let members):
      return members.isEmpty || (self.text.utf8.count <= 60 && !members.values.contains { $0.objectValue != nil })
        ? self.text : nil
    default: return self.text
    }
  }
}
