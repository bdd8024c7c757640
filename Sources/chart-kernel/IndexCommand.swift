internal import ArgumentParser
internal import ChartService
internal import Databases
internal import JSONModel
internal import Terminal

/// `chart-kernel index`: pyramids of large tables, by which any part of a line is drawn in milliseconds.
struct IndexCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Makes and keeps pyramids of large tables in databases, so that charts of them are fast.",
    discussion: """
      A pyramid is a table beside the table, with the first, last, least and greatest row of each of many stretches, in many \
      widths. Lines over the table are read from it then, whatever spec they are in; each picture is the same as without. \
      It is made of plain SQL, which --sql prints, and only after you agree.

        chart-kernel index sales.metrics --x time --y value --by sensor
        chart-kernel index sales.metrics                 what there is, and what it lacks
        chart-kernel index sales.metrics --refresh       in a job: takes in what changed
      """)

  enum Action: String, EnumerableFlag {
    case refresh, rebuild, drop

    static func help(for action: Action) -> ArgumentHelp? {
      switch action {
      case .refresh: "Takes in what changed in the table, in all of its pyramids."
      case .rebuild: "Computes all of its pyramids anew."
      case .drop: "Removes its pyramids."
      }
    }
  }

  @Argument(
    help: ArgumentHelp(
      "A connection and a table of it: sales.metrics, sales.public.metrics.", valueName: "connection.table"))
  var table: String
  @Option(help: "The column of the positions.")
  var x: String?
  @Option(help: "The column of the values.")
  var y: String?
  @Option(help: "The column whose values tell the lines of the table apart.")
  var by: String?
  @Flag var action: Action?
  @Flag(help: "Prints the statements, and runs none.")
  var sql = false
  @Flag(name: .shortAndLong, help: "Does not ask.")
  var yes = false
  @Option(help: "What the pyramid is called; after the table and the columns if not given.")
  var name: String?
  @Option(
    help: ArgumentHelp(
      "How many rows a stretch of the finest width has, about: fewer make the pyramid larger, and close looks faster.",
      valueName: "rows"))
  var rowsPerBucket = PyramidEstimate.rowsPerBucket
  @Flag(help: "Makes no triggers on the table, in PostgreSQL: a refresh looks for what changed.")
  var noTriggers = false
  @Option(
    help: ArgumentHelp(
      "A connection to each server of a cluster of ClickHouse over which the table lies.", valueName: "connection"))
  var server: [String] = []

  func validate() throws {
    if (x == nil) != (y == nil) { throw ValidationError("a pyramid is made of --x and --y") }
    if by != nil, x == nil { throw ValidationError("--by goes with --x and --y") }
    guard rowsPerBucket >= 1, rowsPerBucket <= 1e6 else { throw ValidationError("--rows-per-bucket is 1 to 1000000") }
  }

  func run() throws { try ProgramFault.telling(carryOut) }

  private func carryOut() throws {
    let parts = SQLName.parts(of: table)
    guard parts.count > 1, let connection = parts.first else {
      throw ProgramFault(table, "expected a connection and a table: sales.metrics")
    }
    let names = Array(parts.dropFirst())
    do throws(DatabaseFault) {
      let keeper = try Databases(.all).pyramidKeeper(of: connection, over: server)
      defer { keeper.close() }
      // However long the server takes: whoever started this may end it.
      let watch = QueryWatch(limit: .seconds(30 * 86_400))
      if let action {
        try act(action, keeper, names, watch)
      } else if let wish = wish(names) {
        try make(wish, keeper, watch)
      } else {
        try list(keeper, names, watch)
      }
    } catch {
      throw ProgramFault(table, error.description)
    }
  }

  private func wish(_ names: [String]) -> PyramidWish? {
    guard let x, let y else { return nil }
    var wish = PyramidWish(table: names, x: x, y: y, by: by)
    (wish.name, wish.rowsPerBucket, wish.mayHaveTriggers) = (name, rowsPerBucket, !noTriggers)
    return wish
  }

  // MARK: - What there is

  private func list(
    _ keeper: any PyramidKeeper, _ names: [String], _ watch: QueryWatch
  ) throws(DatabaseFault) {
    let pyramids = try keeper.pyramids(ofTable: names, watch)
    guard !pyramids.isEmpty else {
      return ProgramFault.tell("There are no pyramids of \(table); --x and --y make one.")
    }
    let rows =
      [["PYRAMID", "X", "Y", "BY", "SIZE", "STATE"]]
      + pyramids.map { kept in
        let pyramid = kept.script.pyramid
        return [
          "\(pyramid.home).\(pyramid.name)", pyramid.line.x.name, pyramid.line.y.name, pyramid.line.by?.name ?? "",
          kept.size.map(Self.words) ?? "", kept.isUnfinished ? "unfinished" : kept.lack ?? "up to date",
        ]
      }
    print(TextTable.lines(rows).joined(separator: "\n"))
  }

  private func act(
    _ action: Action, _ keeper: any PyramidKeeper, _ names: [String], _ watch: QueryWatch
  ) throws(DatabaseFault) {
    var pyramids = try keeper.pyramids(ofTable: names, watch)
    if let x, let y {
      pyramids = pyramids.filter {
        let line = $0.script.pyramid.line
        return line.x.name == x && line.y.name == y && line.by?.name == by
      }
    }
    if let name { pyramids = pyramids.filter { $0.script.pyramid.name == name } }
    if pyramids.isEmpty, action == .drop, let wish = wish(names), let rest = try keeper.unfinished(wish, watch) {
      pyramids = [rest]
    }
    guard !pyramids.isEmpty else { throw DatabaseFault(.query, "there is no such pyramid") }
    for kept in pyramids {
      let script = kept.script
      if sql {
        let transactions =
          switch action {
          case .refresh: script.refresh
          case .rebuild: script.rebuild
          case .drop: script.drop
          }
        print(script.script(of: transactions), terminator: "")
        continue
      }
      let name = "\(script.pyramid.home).\(script.pyramid.name)"
      if action != .refresh, !(try agrees("\(action == .drop ? "Remove" : "Compute anew") \(name)?")) { continue }
      let start = ContinuousClock.now
      switch action {
      case .refresh:
        guard !kept.isUnfinished else {
          ProgramFault.tell("\(name) was begun and not filled; --rebuild fills it, --drop removes it")
          continue
        }
        try keeper.refresh(kept, all: false, watch)
      case .rebuild: try keeper.refresh(kept, all: true, watch)
      case .drop: try keeper.drop(kept, watch)
      }
      print("\(name): \(action == .drop ? "removed" : "up to date"), \((ContinuousClock.now - start).inTenths)")
    }
  }

  // MARK: - Making

  private func make(_ wish: PyramidWish, _ keeper: any PyramidKeeper, _ watch: QueryWatch) throws(DatabaseFault) {
    let plan = try keeper.plan(wish, watch)
    guard !sql else { return print(plan.script.script(of: plan.script.create), terminator: "") }
    let pyramid = plan.script.pyramid
    let known = try keeper.pyramids(ofTable: wish.table, watch)
    if let other = known.first(where: { $0.script.pyramid.line == pyramid.line }) {
      let name = "\(other.script.pyramid.home).\(other.script.pyramid.name)"
      throw DatabaseFault(
        .query,
        other.isUnfinished
          ? "'\(name)' was begun and not filled; --rebuild fills it, --drop removes it"
          : "there is one already, '\(name)'; --refresh brings it up to date, --drop removes it")
    }
    let rows = Self.number(plan.estimate.rowCount)
    let lines = pyramid.line.by == nil ? "one line" : "\(Self.number(plan.estimate.lineCount)) lines"
    var sizes = "about \(Self.words(plan.size))"
    if let size = plan.tableSize, size > 0 {
      sizes += ", \(Int((plan.size / size * 100).rounded())) % of the table's \(Self.words(size))"
    }
    print(
      """
      \(pyramid.line.schema).\(pyramid.line.table): about \(rows) rows of \(lines)
      It gets a pyramid, \(pyramid.home).\(pyramid.name): \(sizes).
      """)
    for note in plan.notes { print(note) }
    print("--sql prints the statements.")
    guard try agrees("Make it?") else { return }
    let start = ContinuousClock.now
    try keeper.make(plan, watch)
    print("\(pyramid.home).\(pyramid.name): made, \((ContinuousClock.now - start).inTenths)")
  }

  /// Asks; where nobody can answer, nothing is done.
  private func agrees(_ question: String) throws(DatabaseFault) -> Bool {
    if yes { return true }
    guard Terminal.isInteractive else {
      throw DatabaseFault(.forbidden, "nobody can be asked here whether to do so; --yes agrees")
    }
    print("\(question) [y/N] ", terminator: "")
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }

  // MARK: - Words

  private static func words(_ bytes: Double) -> String {
    ByteCount(number: Int(exactly: bytes.rounded()) ?? .max).words
  }

  /// `10,000,135`
  private static func number(_ number: Double) -> String {
    guard let whole = Int(exactly: number.rounded()) else { return "\(number)" }
    var text = "\(whole)"
    var place = text.count - 3
    while place > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
      place -= 3
    }
    return text
  }
}

extension Duration {
  /// `20.1 s`
  fileprivate var inTenths: String {
    let tenths = (components.seconds * 10) + components.attoseconds / 100_000_000_000_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
