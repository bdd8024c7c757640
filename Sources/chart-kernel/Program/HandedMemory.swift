internal import ChartService
internal import RPCServer

extension ChartService {
  /// Lets programs of the same user hand memory over, and says so to clients.
  /// - Parameter endpoint: That of the router beside which the socket lies.
  /// - Returns: `nil` where that cannot be: then numbers come with the requests.
  func takeMemory(beside endpoint: String) -> MemorySocket? {
    let socket = MemorySocket(beside: endpoint, for: sharedMemories)
    if let socket { announce(memorySocket: socket.path) }
    return socket
  }
}
