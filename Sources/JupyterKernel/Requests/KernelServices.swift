/// What the handlers of requests need of the kernel.
protocol KernelServices: AnyObject, Sendable {
  var iopub: IOPub { get }
  var interpreter: any Interpreter { get }
  var description: KernelDescription { get }
  var updates: DisplayUpdates { get }
  var shells: Shells { get }
  var comms: Comms { get }

  /// Waits until whatever has reached the kernel's sockets by now is queued.
  func awaitArrivals()

  /// Ends what runs, in all shells.
  func interrupt()

  /// Ends the kernel, once the request has been answered.
  func requestShutdown()
}
