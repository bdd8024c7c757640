internal import ChartData
internal import ChartModel
internal import ChartRecording
internal import ChartService
internal import JSONRPC
internal import Logging
internal import POSIX

/// The service of a command, with the store that keeps its sessions, if there is one.
struct KeptService {
  let service: ChartService
  private let onEnd: @Sendable () -> Void

  /// - Parameters:
  ///   - options: Of the store; `nil` for none.
  ///   - memory: What the program may have.
  ///   - log: Told what became of the sessions that were kept.
  /// - Throws: ``ProgramFault`` if the store cannot be opened.
  init(
    _ options: ServiceStore.Options?, data: DataSource, memory: MemoryCeiling, recorder: Recorder?, log: Logger
  ) throws {
    guard let options else {
      service = ChartService(data: data, memory: memory, recorder: recorder)
      onEnd = {}
      // After all that the service lets go of.
      memory.onPressure { ProcessMemory.giveBack() }
      return
    }
    do throws(StoreFault) {
      self = try KeptService(opening: options, data: data, memory: memory, recorder: recorder, log: log)
    } catch {
      throw ProgramFault("--store", error.description)
    }
  }

  init(
    opening options: ServiceStore.Options, data: DataSource, memory: MemoryCeiling, recorder: Recorder?, log: Logger
  ) throws(StoreFault) {
    let kept = try ChartService.opening(options, data: data, memory: memory, recorder: recorder)
    self.init(kept.service, kept.report, memory, log) { kept.store.end() }
  }

  /// - Parameter onFault: Told once that nothing is kept, and why.
  init(
    optionally options: ServiceStore.Options, data: DataSource, memory: MemoryCeiling, recorder: Recorder?, log: Logger,
    onFault: @escaping @Sendable (StoreFault) -> Void
  ) {
    let kept = ChartService.opening(
      optionally: options, data: data, memory: memory, recorder: recorder, onFault: onFault)
    self.init(kept.service, kept.report, memory, log) { kept.store.end() }
  }

  private init(
    _ service: ChartService, _ report: StoreReport, _ memory: MemoryCeiling, _ log: Logger,
    onEnd: @escaping @Sendable () -> Void
  ) {
    (self.service, self.onEnd) = (service, onEnd)
    memory.onPressure { ProcessMemory.giveBack() }
    report.tell(log)
  }

  /// Tells the store that the program ends as it should.
  func end() { onEnd() }
}

extension StoreReport {
  /// Says what was found.
  func tell(_ log: Logger) {
    for session in resumed {
      let charts = session.charts.counted("chart", "charts")
      let beginning = "The session '\(session.session.printable)' goes on with \(charts)"
      if let fault = session.fault {
        log.error("\(beginning); \(session.tornByteCount) bytes behind damage are left out: \(fault.printable)")
      } else if session.tornByteCount > 0 {
        log.notice("\(beginning); \(session.tornByteCount) bytes behind its last whole change are left out")
      } else {
        log.notice("\(beginning); nothing was lost")
      }
    }
    for fault in faults { log.error("A stored session cannot be read: \(fault.printable)") }
  }
}
