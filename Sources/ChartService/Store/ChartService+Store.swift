package import ChartData
package import ChartModel
package import JSONRPC
import OrderedCollections

extension ChartService {
  /// A service whose sessions are kept, with those that were kept before.
  package struct Kept: Sendable {
    package var service: ChartService
    package var store: ServiceStore
    package var report: StoreReport
  }

  /// Opens a store and makes a service that goes on with it.
  /// - Parameters: As of the initializer.
  /// - Throws: ``StoreFault``: another process has it, a newer program wrote it, it cannot be written.
  package static func opening(
    _ options: ServiceStore.Options, kinds: ChartKinds = .standard, data: DataSource = DataSource(),
    limits: ServiceLimits = ServiceLimits(), messageLimits: Limits = Limits(), memory: MemoryCeiling? = nil,
    timeZones: TimeZoneFiles = TimeZoneFiles(), now: (@Sendable () -> Double)? = nil,
    recorder: (any ServiceRecorder)? = nil
  ) throws(StoreFault) -> Kept {
    let opened = try ServiceStore.open(options, kinds: kinds, limits: limits)
    let service = ChartService(
      kinds: kinds, data: data, limits: limits, messageLimits: messageLimits, memory: memory, timeZones: timeZones,
      now: now, recorder: recorder, outside: nil, keeper: opened.store, sessions: opened.sessions)
    opened.store.setContent { [weak service] session in
      service?.withState { $0.sessions[session] }
    }
    service.followAllLinks()
    service.refitAll()
    return Kept(service: service, store: opened.store, report: opened.report)
  }

  /// A service whose sessions are kept if there is a place for that.
  package struct OptionallyKept: Sendable {
    package var service: ChartService
    package var store: OptionalStore
    package var report: StoreReport
  }

  /// Makes a service that goes on with a store, or begins one when there is something to be kept.
  /// - Parameters:
  ///   - onFault: Told once that nothing is kept, and why.
  package static func opening(
    optionally options: ServiceStore.Options, kinds: ChartKinds = .standard, data: DataSource = DataSource(),
    limits: ServiceLimits = ServiceLimits(), memory: MemoryCeiling? = nil, now: (@Sendable () -> Double)? = nil,
    recorder: (any ServiceRecorder)? = nil, onFault: @escaping @Sendable (StoreFault) -> Void
  ) -> OptionallyKept {
    let opened = OptionalStore.open(options, kinds: kinds, limits: limits, onFault: onFault)
    let service = ChartService(
      kinds: kinds, data: data, limits: limits, messageLimits: Limits(), memory: memory, timeZones: TimeZoneFiles(),
      now: now,
      recorder: recorder, outside: nil, keeper: opened.store, sessions: opened.sessions)
    opened.store.setContent { [weak service] session in
      service?.withState { $0.sessions[session] }
    }
    service.followAllLinks()
    service.refitAll()
    return OptionallyKept(service: service, store: opened.store, report: opened.report)
  }
}
