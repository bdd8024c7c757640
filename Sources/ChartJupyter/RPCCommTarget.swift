public import ChartService
internal import Dispatch
internal import JSONModel
internal import JSONRPC
public import JupyterKernel
internal import Synchronization

/// JSON-RPC through comms, for frontends that want more of the charts than cells give: each message's data is a request or
/// a batch, its buffers are the request's, and the answer's data is the response.
public struct RPCCommTarget: CommTarget {
  public let name = "chart-kernel"
  private let service: ChartService

  public init(service: ChartService) {
    self.service = service
  }

  public func open(_ comm: Comm, with message: CommMessage) -> (any CommHandler)? {
    RPCComm(comm, endpoint: service.makePeer())
  }
}

/// One client of the service behind a comm.
private final class RPCComm: CommHandler {
  private let comm: Comm
  private let endpoint: any MessageEndpoint
  /// All sending, so that answers and notifications stay in order.
  private let queue = DispatchQueue(label: "comm")
  private let pending = DispatchSemaphore(value: 0)
  private let isClosed = Atomic(false)
  /// What is being handled: whatever is sent meanwhile is taken to answer it.
  private let current = Mutex<CommMessage?>(nil)

  init(_ comm: Comm, endpoint: any MessageEndpoint) {
    self.comm = comm
    self.endpoint = endpoint
    endpoint.onOutgoing { [weak self] in
      self?.pending.signal()
      self?.resume()
    }
  }

  /// The answer is sent before this returns: clients take a request whose idle came as answered.
  func receive(_ message: CommMessage) {
    current.withLock { $0 = message }
    defer { current.withLock { $0 = nil } }
    endpoint.enqueue(message.data, buffers: message.buffers)
    while true {
      queue.sync { send() }
      if endpoint.isIdle || message.cancellation.isCancelled || isClosed.load(ordering: .relaxed) { return }
      // Woken when there is something; the time limit is for what ends without an answer.
      _ = pending.wait(timeout: .now() + .milliseconds(20))
    }
  }

  func resume() {
    queue.async { [weak self] in
      // The newest state is asked for once there is room.
      guard let self, !comm.isSlow else { return }
      send()
    }
  }

  private func send() {
    let message = current.withLock { $0 }
    while let outgoing = endpoint.nextOutgoing() {
      // A value, since the request was one.
      guard let data = outgoing.value else { continue }
      comm.send(data, buffers: outgoing.buffers, inAnswerTo: message)
    }
    if endpoint.exitCode != nil, !isClosed.exchange(true, ordering: .relaxed) {
      comm.close(inAnswerTo: message)
      endpoint.close()
    }
  }

  func close() {
    isClosed.store(true, ordering: .relaxed)
    endpoint.close()
  }

  deinit { endpoint.close() }
}
