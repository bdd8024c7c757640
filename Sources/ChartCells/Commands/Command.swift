import ChartModel
import ChartService
import JSONModel
import JSONRPC

/// A command of cells: `%tap`. Nearly all are methods under a short name; what they take and mean is said by the
/// method's declaration alone.
struct Command: Sendable {
  enum Action: Sendable {
    case method(Method<ServiceContext>)
    /// Prints text.
    case echo
    /// Writes a chart, or the session, into a file.
    case export
    /// Explains the commands.
    case help
    /// Takes away what the cell has shown.
    case clear
    /// Says whether charts are shown live.
    case live
    /// Lists what assignments have set.
    case parameters
  }

  /// Without the `%`.
  let name: String
  let action: Action
  let summary: String
  let documentation: String
  /// How it is typed, without the name: `chart x y`.
  let usage: String
  let example: String

  var method: Method<ServiceContext>? { if case .method(let method) = action { method } else { nil } }
}

// MARK: - All commands

extension Command {
  /// The commands as `%help` lists them.
  static let all: [Command] =
    ChartService.methods.methods.compactMap { method in
      name(of: method).map { Command(name: $0, method: method) }
    } + [
      Command(
        name: "export", action: .export, summary: "Writes a chart or the whole session into a file.",
        documentation: """
          `.svg`, `.png`, `.pdf` and `.html` hold the picture of one chart as it is now, as chart/render gives it; `.json` the \
          session, as session/export gives it: the specs, states and log of all its charts. `scale=2` makes a PNG or PDF \
          larger. Files are written only below the directories that may be read.
          """, usage: "[chart] file [scale=1]", example: "%export spending out.svg"),
      Command(
        name: "echo", action: .echo, summary: "Prints text.",
        documentation: "To stdout, or with `--stderr` to stderr.", usage: "[--stderr] text", example: "%echo hello"),
      Command(
        name: "help", action: .help, summary: "Explains a command, or lists all.",
        documentation: "`%tap?`, `tap?` and `?tap` show the same beside the notebook, and `?` shows the list.",
        usage: "[command]", example: "%help tap"),
      Command(
        name: "clear", action: .clear, summary: "Takes away what the cell has shown so far.",
        documentation: "At once, or with `--wait` when the next output comes, so that nothing flickers.",
        usage: "[--wait]", example: "%clear --wait"),
      Command(
        name: "live", action: .live, summary: "Says whether charts that are shown from now on answer to the mouse.",
        documentation: """
          `auto`, as at first, shows them live in notebooks that people have open, and as stills to whoever only collects \
          outputs, such as nbconvert; `on` does so for all, `off` for nobody. Without a word it tells. The environment \
          variable CHART_KERNEL_LIVE says how a kernel starts.
          """, usage: "[auto|off|on]", example: "%live off"),
      Command(
        name: "parameters", action: .parameters, summary: "Lists the parameters with their values.",
        documentation: """
          A line `angle = 30` sets a parameter, with a value as Python or JSON writes it; papermill's parameters are such \
          lines. In specs, in arguments of commands and in the parameters of requests a text `$angle` is then 30, and \
          "at $angle°" is "at 30°"; `$$angle` stands for `$angle` itself. `$` before anything else stays as it is. A \
          line `$angle` shows the value. float('nan') and infinities become null, since JSON has no such numbers.
          """, usage: "", example: "%parameters"),
    ]

  /// Names that say more than the method's last part.
  private static let aliases = [
    "chart/render": "show", "chart/list": "charts", "session/info": "connect", "session/list": "sessions",
    "session/open": "open", "session/close": "close", "session/import": "import",
    "session/restore": "restore",
  ]

  private static func name(of method: Method<ServiceContext>) -> String? {
    if let alias = aliases[method.name] { return alias }
    return method.name.hasPrefix("chart/") ? String(method.name.dropFirst(6)) : nil
  }

  /// The command of a name: as in ``all``, or a method's own: `%render`, `%session/list`.
  static func named(_ name: String) -> Command? {
    if let command = byName[name] { return command }
    // Notifications cannot reach a cell, and JSON-RPC's own methods are about connections.
    guard let method = ChartService.methods[name] ?? ChartService.methods["chart/\(name)"], method.name.contains("/"),
      !method.name.hasPrefix("view/"),
      !["session/subscribe", "session/unsubscribe", "$/cancelRequest"].contains(method.name)
    else { return nil }
    return Command(name: name, method: method)
  }

  /// The command that was probably meant by another word: one near in letters, or in meaning.
  static func probablyMeant(by word: String) -> String? {
    if let name = words[word.lowercased()] { return name }
    guard let name = nearestWord(to: word, among: all.map(\.name)) else { return nil }
    // Between short words that begin differently two letters are no likeness: `state` is no `rotate`.
    let isNear = name.first == word.lowercased().first || nearestWord(to: word, among: [name], atMost: 1) != nil
    return isNear ? name : nil
  }

  /// What other programs call what commands do.
  private static let words = [
    "click": "tap", "draw": "show", "hide": "toggle", "load": "import", "plot": "show", "save": "export",
    "recover": "restore", "select": "highlight", "state": "get", "turn": "rotate",
  ]

  private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private init(name: String, method: Method<ServiceContext>) {
    // How it is typed is the same whatever kinds there are.
    let parameters = CommandParameters(of: method, kinds: ChartKinds([]))
    self.name = name
    self.action = .method(method)
    self.summary = method.summary
    self.documentation = method.documentation
    self.usage = parameters.usage
    self.example = method.examples.first.map { parameters.line(name, $0.params) } ?? "%\(name)"
  }
}
