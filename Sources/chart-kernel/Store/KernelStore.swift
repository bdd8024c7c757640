internal import ChartData
internal import ChartRecording
internal import ChartService
internal import JSONRPC
internal import Logging
internal import POSIX

/// The store of a Jupyter kernel: found by the path of its notebook, or by its connection where there is none.
///
/// A kernel that Jupyter starts again after it died has the connection of the one before, and goes on where that was. One
/// that the user restarts has ended before as it should, and so begins afresh; `%restore` brings back what there was.
struct KernelStore {
  private let options: ServiceStore.Options?
  private let log: Logger
  private let collection: StoreCollection?
  private let limit: Int

  /// - Parameter connectionFile: Where Jupyter says how to listen: its name is the kernel's.
  init(_ keeping: StoreOptions, connectionFile: String, log: Logger) {
    self.log = log
    limit = keeping.storeLimit.number
    collection = keeping.store.map { StoreCollection(path: FilePath.absolute($0)) } ?? StoreCollection.own()
    let file = connectionFile.split(separator: "/").last.map(String.init) ?? connectionFile
    let connection = file.hasSuffix(".json") ? String(file.dropLast(5)) : file
    guard let collection else {
      options = nil
      return
    }
    let notebook = ProcessEnvironment.value("JPY_SESSION_NAME").flatMap { $0.isEmpty ? nil : $0 }
    var options = keeping.options(in: collection.store(of: notebook ?? connection))
    options.resumption = .afterDeath(of: connection)
    options.place = notebook ?? connection
    // Whoever asks for a directory is told if it can't be had.
    options.isOptional = keeping.store == nil
    options.onFault = { log.warning("Charts are not kept beyond the end of this kernel: \($0)") }
    self.options = options
  }

  func open(data: DataSource, memory: MemoryCeiling, recorder: Recorder?) throws -> KeptService {
    guard var options else { return try KeptService(nil, data: data, memory: memory, recorder: recorder, log: log) }
    let shared = options.directory
    // Another kernel may have the same notebook open: then this one has a store of its own.
    let own = "\(shared)-\(getpid())"
    if StoreListing.isTaken(shared) { options.directory = own }
    do throws(StoreFault) {
      defer { trim() }
      do throws(StoreFault) {
        return try KeptService(opening: options, data: data, memory: memory, recorder: recorder, log: log)
      } catch {
        // Or it has opened it since.
        guard error.isTaken, options.directory == shared else { throw error }
        options.directory = own
        return try KeptService(opening: options, data: data, memory: memory, recorder: recorder, log: log)
      }
    } catch {
      guard options.isOptional else { throw ProgramFault("--store", error.description) }
      options.onFault(error)
      return try KeptService(nil, data: data, memory: memory, recorder: recorder, log: log)
    }
  }

  /// Sees to it that all notebooks together keep no more than they may, when there is time for that.
  private func trim() {
    guard let collection else { return }
    let limit = limit
    _ = BlockingThread { collection.trim(to: limit) }
  }
}
