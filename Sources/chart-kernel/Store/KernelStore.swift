internal import ChartData
internal import ChartRecording
internal import ChartService
internal import JSONRPC
internal import Journal
internal import Logging
internal import POSIX

/// The store of a Jupyter kernel: found by the path of its notebook, or by its connection where there is none.
///
/// A kernel that Jupyter starts again after it died has the connection of the one before, and goes on where that was. One
/// that the user restarts has ended before as it should, and so begins afresh; `%restore` brings back what there was.
struct KernelStore {
  private let options: ServiceStore.Options?
  /// Whether the kernel works without one.
  private let isOptional: Bool
  private let log: Logger
  private let collection: StoreCollection?
  private let limit: Int

  /// - Parameter connectionFile: Where Jupyter says how to listen: its name is the kernel's.
  init(_ keeping: StoreOptions, connectionFile: String, log: Logger) {
    self.log = log
    limit = keeping.storeLimit.number
    isOptional = keeping.store == nil
    collection = keeping.store.map { StoreCollection(path: FilePath.absolute($0)) } ?? StoreCollection.own()
    let file = connectionFile.split(separator: "/").last.map(String.init) ?? connectionFile
    let connection = file.hasSuffix(".json") ? String(file.dropLast(5)) : file
    guard let collection else {
      options = nil
      return
    }
    let notebook = ProcessEnvironment.value("JPY_SESSION_NAME").flatMap { $0.isEmpty ? nil : $0 }
    let shared = collection.store(of: notebook ?? connection)
    // Another kernel may have the same notebook open: then this one has a store of its own, and goes on in that, if it dies. Nothing
    // keeps connection files from having one name, either.
    let own = "\(shared)-\(ContentDigest(of: Array(connection.utf8)).description.prefix(8))"
    let isOwn = POSIXFile.exists(own)
    var options = keeping.options(in: isOwn ? own : shared)
    options.alternatives = [isOwn ? shared : own, "\(own)-\(getpid())"]
    options.resumption = .afterDeath(of: connection)
    options.place = notebook ?? connection
    self.options = options
  }

  func open(data: DataSource, memory: MemoryCeiling, recorder: Recorder?) throws -> KeptService {
    defer { trim() }
    // Whoever asks for a directory is told if it can't be had.
    guard isOptional, let options else {
      return try KeptService(options, data: data, memory: memory, recorder: recorder, log: log)
    }
    return KeptService(optionally: options, data: data, memory: memory, recorder: recorder, log: log) { [log] fault in
      log.warning("Charts are not kept beyond the end of this kernel: \(fault)")
    }
  }

  /// Sees to it that all notebooks together keep no more than they may, when there is time for that.
  private func trim() {
    guard let collection else { return }
    let limit = limit
    _ = BlockingThread { collection.trim(to: limit) }
  }
}
