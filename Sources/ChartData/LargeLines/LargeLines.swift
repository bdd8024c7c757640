package import ChartEngine
package import ChartModel
package import Databases
import Dispatch
import POSIX
import Synchronization

/// Lines of a table that is too large to be held. What a picture needs of their rows is asked for when it is needed, and kept for whoever
/// looks at the same next: charts that show the same lines share it.
package final class LargeLines: Sendable {
  /// Who looks at the lines, such as a chart: what nobody looks at any more is not waited for.
  package typealias Viewer = String

  let provider: any LineProvider
  /// One by one queries are sent by whoever needs what they give.
  private let order: QuestionOrder
  /// What the lines may lack, for people, since what they are read from does: a part of a sentence.
  package let lack: String?
  let share: Int
  /// How many there are.
  let lineCount: Int
  let state = Mutex(State())
  /// Looks ahead that are to come.
  private let aheads = DispatchGroup()

  struct State {
    /// What is known; `nil` until all of the lines has been looked through once.
    var parts: LineParts?
    /// Some rows of each line, spread over all of it, until then.
    var sample: [[LineRow]]?
    var flights: [Query: Flight] = [:]
    /// How often somebody got rows.
    var looks = 0
    /// What each viewer needs that is under way.
    var wanted: [Viewer: Set<Query>] = [:]
    /// Why the database gave nothing, and until when it is not asked again.
    var fault: (reason: DatabaseFault, until: ContinuousClock.Instant, pause: Duration)?
  }

  /// What is asked for together.
  enum Query: Hashable {
    case whole
    case sample
    case tiles(DyadicColumns, ClosedRange<Int>)
    case rows(line: Int, [Range<Double>])
    case beside(line: Int, Double, LineSide)
  }

  /// A query that is under way, for all who need what it gives.
  final class Flight: Sendable {
    let group = DispatchGroup()
    let start = ContinuousClock.now
    let state = Mutex((isWanted: true, fault: DatabaseFault?.none, isDone: false, arrivals: [@Sendable () -> Void]()))
    init() { group.enter() }
  }

  /// - Parameter share: How many plots of a chart have lines of their own, which all together keep no more than one would.
  init(_ provider: any LineProvider, _ order: QuestionOrder = .together, lack: String? = nil, share: Int = 1) {
    self.share = max(share, 1)
    (self.provider, self.order, self.lack) = (provider, order, lack)
    lineCount = provider.lineCount
  }

  // MARK: - What is held

  /// The rows that some needs ask for.
  package struct Held: Sendable {
    /// For each line.
    package var lines: [(x: [Double], y: [Double], rows: HeldRows)] = []
    /// Whether all is there that was asked for.
    package var isExact = true
    /// Whether gaps narrower than a column of px are left out.
    package var leavesOutGaps = false
  }

  /// How long somebody waits for rows.
  package struct Patience: Sendable {
    package var viewer: Viewer?
    /// After which time what is there has to do; `nil` for none.
    package var limit: Duration?
    /// How long anybody waits for one query in all: whoever comes back while it is still under way has waited.
    fileprivate(set) var span: Duration?
    package var isCancelled: @Sendable () -> Bool
    /// Called when more is there than what had to do.
    package var later: (@Sendable () -> Void)?

    package init(
      viewer: Viewer? = nil, limit: Duration? = nil, isCancelled: @escaping @Sendable () -> Bool = { false },
      later: (@Sendable () -> Void)? = nil
    ) {
      (self.viewer, self.limit, self.isCancelled, self.later) = (viewer, limit, isCancelled, later)
      span = limit
    }
  }

  /// - Parameter needs: Of ``HeldLine/series`` each names one of these lines.
  /// - Throws: ``DatabaseFault``
  package func held(for needs: Set<RowNeed>, _ patience: Patience = Patience()) throws(DatabaseFault) -> Held {
    let deadline = patience.limit.map { ContinuousClock.now + $0 }
    for _ in 0..<LargeLines.mostRounds {
      let (assemblies, missing) = assembled(needs)
      var (deadline, patience) = (deadline, patience)
      if assemblies == nil, let limit = patience.limit, !provider.isFast {
        askForSample()
        // All of the lines takes longer than anybody waits, but for the shortest ones.
        patience.span = limit / 2
        deadline = .now + limit / 2
      }
      let isExact = missing.isEmpty
      // Nothing more comes in time.
      let isOver = isExact ? true : try !load(missing, deadline, patience)
      if isOver {
        guard let assemblies = isExact ? assemblies : assembled(needs, isLast: true).lines else {
          if let sample = try sampled(patience) { return sample }
          // Nothing comes at once: all there is to do is wait.
          _ = try load(missing, nil, patience)
          continue
        }
        let used = assemblies.reduce(into: Set<LineParts.Part>()) { $0.formUnion($1.used) }
        state.withLock { $0.parts?.use(used) }
        if isExact, let viewer = patience.viewer { lookAhead(used, viewer) }
        return Held(
          lines: assemblies.map(\.held), isExact: isExact, leavesOutGaps: assemblies.contains(where: \.leavesOutGaps))
      }
    }
    throw DatabaseFault(.query, "changes while it is read")
  }

  /// What is known for some needs, and what has to be asked for before more is; nothing is known before all was looked through.
  /// - Parameter isLast: Whether no more is asked for.
  private func assembled(_ needs: Set<RowNeed>, isLast: Bool = false) -> (lines: [LineAssembly]?, missing: Set<Query>) {
    guard let known = state.withLock({ $0.parts }) else { return (nil, [.whole]) }
    let needs = Dictionary(grouping: needs, by: \.line.series).mapValues { Set($0) }
    let lines = known.whole.totals.indices.map { LineAssembly(known, line: $0, for: needs[$0] ?? [], isLast: isLast) }
    let missing = lines.reduce(into: Set<LineParts.Part>()) { $0.formUnion($1.missing) }
    return (lines, queries(for: missing))
  }

  /// Asks for what some needs lack, as far as that is known now, and does not wait for it.
  package func ask(for needs: Set<RowNeed>, _ patience: Patience) {
    guard order == .together, state.withLock({ $0.fault }) == nil else { return }
    let queries = assembled(needs).missing
    for query in queries { _ = flight(query) }
    if let viewer = patience.viewer { note(queries, of: viewer) }
  }

  /// Each round finds out what the next one has to ask for; to the narrowest columns there are eight.
  private static let mostRounds = 24

  /// The rows that a picture of all of each line needs, on most charts.
  /// - Throws: ``DatabaseFault``
  package func heldAtFirst(_ patience: Patience = Patience()) throws(DatabaseFault) -> Held {
    let held = try held(for: [], patience)
    guard held.isExact, let totals = state.withLock({ $0.parts?.whole.totals }) else { return held }
    let extents = totals.compactMap(\.extent)
    let (low, high) = (extents.map(\.lowerBound).min() ?? 0, extents.map(\.upperBound).max() ?? 0)
    let needs = totals.indices.map {
      RowNeed.picture(line: HeldLine(series: $0), low...high, pixelLength: (high - low) / 560)
    }
    return try self.held(for: Set(needs), patience)
  }

  /// Asks for what there is to be shown where all of the lines takes long to look through, so that it is there by then.
  private func askForSample() {
    guard !provider.isFast, order == .together, state.withLock({ $0.sample == nil && $0.fault == nil }) else { return }
    _ = flight(.sample)
  }

  /// Rows here and there, before all were looked through.
  /// - Returns: `nil` if there are none.
  private func sampled(_ patience: Patience) throws(DatabaseFault) -> Held? {
    var own = patience
    own.later = nil
    if state.withLock({ $0.sample == nil }) { _ = try load([.sample], nil, own) }
    let (lines, isOver) = state.withLock { ($0.sample ?? [], $0.parts != nil) }
    guard !isOver, lines.contains(where: { !$0.isEmpty }) else { return nil }
    return Held(
      lines: lines.map { rows in
        (rows.map(\.x), rows.map(\.y), HeldRows(count: rows.count, ranks: Array(rows.indices)))
      }, isExact: false)
  }

  // MARK: - Queries

  private func queries(for parts: Set<LineParts.Part>) -> Set<Query> {
    var tiles: [DyadicColumns: [Int]] = [:]
    var rows: [Int: [Range<Double>]] = [:]
    var queries: Set<Query> = []
    for part in parts {
      switch part {
      case .tile(let columns, let number): tiles[columns, default: []].append(number)
      case .rows(let line, let range): rows[line, default: []].append(range)
      case .beside(let line, let position, let side): queries.insert(.beside(line: line, position, side))
      }
    }
    for (line, ranges) in rows {
      var batch: [Range<Double>] = []
      for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
        // Rows of two parts at once could not be told apart.
        if batch.count == LargeLines.mostRanges || batch.last.map({ $0.upperBound > range.lowerBound }) ?? false {
          queries.insert(.rows(line: line, batch))
          batch = []
        }
        batch.append(range)
      }
      queries.insert(.rows(line: line, batch))
    }
    for (columns, numbers) in tiles {
      let numbers = numbers.sorted()
      var start = 0
      for place in numbers.indices where place == numbers.count - 1 || numbers[place + 1] != numbers[place] + 1 {
        queries.insert(.tiles(columns, numbers[start]...numbers[place]))
        start = place + 1
      }
    }
    return queries
  }

  /// Of how many parts all rows are asked for at once.
  private static let mostRanges = 128

  /// Asks for what some queries give, unless that is under way, and waits for it.
  /// - Returns: Whether it is there.
  /// - Throws: ``DatabaseFault``
  private func load(
    _ queries: Set<Query>, _ deadline: ContinuousClock.Instant?, _ patience: Patience
  ) throws(DatabaseFault) -> Bool {
    if let fault = state.withLock({ state in state.fault.flatMap { .now < $0.until ? $0.reason : nil } }) {
      throw fault
    }
    if order == .oneByOne {
      for query in queries.sorted(by: { "\($0)" < "\($1)" }) { try ask(query, patience.isCancelled) }
      return true
    }
    let flights = queries.map { flight($0) }
    if let viewer = patience.viewer { note(queries, of: viewer) }
    for flight in flights where !(try wait(for: flight, until: deadline, patience)) {
      guard let later = patience.later else { return false }
      for flight in flights {
        let isDone = flight.state.withLock { state in
          if !state.isDone { state.arrivals.append(later) }
          return state.isDone
        }
        if isDone { WorkThreads.shared.run(later) }
      }
      return false
    }
    return true
  }

  func wait(
    for flight: Flight, until deadline: ContinuousClock.Instant?, _ patience: Patience
  ) throws(DatabaseFault) -> Bool {
    let isThere = try WorkThreads.waiting { () throws(DatabaseFault) -> Bool in
      while flight.group.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
        if patience.isCancelled() { throw .cancelled }
        if let deadline, .now >= min(deadline, flight.start + (patience.span ?? .zero)) { return false }
      }
      return true
    }
    if isThere, let fault = flight.state.withLock({ $0.fault }) { throw fault }
    return isThere
  }

  /// The flight of a query: the one that is under way, or a new one.
  private func flight(_ query: Query) -> Flight {
    let (flight, isNew) = state.withLock { state -> (Flight, Bool) in
      if let flight = state.flights[query] {
        flight.state.withLock { $0.isWanted = true }
        return (flight, false)
      }
      let flight = Flight()
      state.flights[query] = flight
      return (flight, true)
    }
    guard isNew else { return flight }
    WorkThreads.shared.run { [self] in
      var fault: DatabaseFault?
      do throws(DatabaseFault) {
        try ask(query) { !flight.state.withLock { $0.isWanted } }
      } catch {
        fault = error
      }
      state.withLock { $0.flights[query] = nil }
      let arrivals = flight.state.withLock { state in
        (state.fault, state.isDone) = (fault, true)
        return state.arrivals
      }
      flight.group.leave()
      for arrival in arrivals { arrival() }
    }
    return flight
  }

  /// Notes what a viewer needs now: what it needed before, and nobody else does, is given up.
  private func note(_ queries: Set<Query>, of viewer: Viewer) {
    let unwanted = state.withLock { state -> [Flight] in
      let before = state.wanted[viewer] ?? []
      state.wanted[viewer] = queries
      let others = state.wanted.values.reduce(into: Set<Query>()) { $0.formUnion($1) }
      state.wanted = state.wanted.filter { !$0.value.isEmpty }
      return before.subtracting(others).compactMap { state.flights[$0] }
    }
    for flight in unwanted { flight.state.withLock { $0.isWanted = false } }
  }

  // MARK: - Looking ahead

  /// Asks for the columns beside those that a picture was made of, which are the next that somebody needs who scrolls, unless there is
  /// something to do.
  private func lookAhead(_ used: Set<LineParts.Part>, _ viewer: Viewer) {
    guard provider.isFast, order == .together else { return }
    let look = state.withLock { state in
      state.looks += 1
      return state.looks
    }
    aheads.enter()
    DispatchQueue.global().asyncAfter(deadline: .now() + LargeLines.restTime) { [self] in
      defer { aheads.leave() }
      // Whoever does something meanwhile is not to wait for what may not be needed.
      if state.withLock({ $0.looks == look }) { askAhead(used, viewer) }
    }
  }

  /// After so long a time nobody is about to ask for something else.
  private static let restTime = DispatchTimeInterval.milliseconds(40)

  private func askAhead(_ used: Set<LineParts.Part>, _ viewer: Viewer) {
    var tiles: [DyadicColumns: ClosedRange<Int>] = [:]
    for case .tile(let columns, let number) in used {
      let known = tiles[columns] ?? number...number
      tiles[columns] = min(known.lowerBound, number)...max(known.upperBound, number)
    }
    let queries = state.withLock { state -> Set<Query> in
      guard state.flights.isEmpty, let parts = state.parts else { return [] }
      return tiles.reduce(into: []) { queries, tile in
        // As much as half of the picture on either side.
        let count = (tile.value.count + 1) / 2
        let (low, high) = (tile.value.lowerBound, tile.value.upperBound)
        for numbers in [low - count...low - 1, high + 1...high + count] {
          if let unknown = parts.unknown(numbers, of: tile.key) { queries.insert(.tiles(tile.key, unknown)) }
        }
      }
    }
    note(queries, of: viewer + "\u{0}ahead")
    for query in queries { _ = flight(query) }
  }

  /// Waits until nothing is under way.
  func settle() {
    aheads.wait()
    while let flight = state.withLock({ $0.flights.values.first }) { flight.group.wait() }
  }

  /// Asks, and keeps what comes.
  private func ask(_ query: Query, _ isCancelled: @escaping @Sendable () -> Bool) throws(DatabaseFault) {
    do throws(DatabaseFault) {
      try load(query, unless: isCancelled)
      state.withLock { $0.fault = nil }
    } catch {
      if error.mayPass {
        state.withLock { state in
          let pause = state.fault.map { min($0.pause * 2, .seconds(60)) } ?? LargeLines.leastPause
          state.fault = (error, .now + pause, pause)
        }
      }
      throw error
    }
  }

  /// When the database is asked again that gave nothing. Somebody else may have got something since: whoever did not tries again all
  /// the same.
  package var nextTry: ContinuousClock.Instant { state.withLock { $0.fault?.until } ?? .now + LargeLines.leastPause }
  private static let leastPause = Duration.seconds(1)
}
