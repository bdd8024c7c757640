public import Logging
public import ZeroMQ

/// What a kernel is made of, besides where it listens.
public struct KernelConfiguration: Sendable {
  public var interpreter: any Interpreter
  public var description: KernelDescription
  /// What frontends can open comms to.
  public var commTargets: [any CommTarget] = []
  /// What is behind displays that answer to the mouse; `nil` for stills only.
  public var liveDisplays: (any LiveDisplays)?
  /// The path of the notebook that the kernel is started for, if it is known.
  public var notebook: String?
  public var log = Logger(label: "jupyter")
  /// Told of each message on the sockets of requests and of iopub, on any thread, before it is looked at or when it is
  /// handed to its socket.
  public var onMessage: MessageObserver?
  /// Makes what ends connections whose messages do not end, for each loop of sockets.
  public var makeGuardian: @Sendable () -> ConnectionGuard? = { nil }
  /// How long a cell waits for a subscriber that reads nothing, before that one loses messages.
  public var subscriberPatience = Duration.seconds(2)
  /// How long that one then loses messages, before others wait for it once more: so long the first time, four times as long
  /// each time after it, an hour at most.
  public var subscriberLoss = Duration.seconds(60)

  public init(interpreter: any Interpreter, description: KernelDescription) {
    self.interpreter = interpreter
    self.description = description
  }
}
