internal import CZeroMQ

extension ZeroMQError {
  /// A libzmq error number. The constants are those that libzmq documents; any other number is a valid code, too.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Nothing to receive, or no room to send, without waiting (EAGAIN).
    public static let again = Code(rawValue: czeromq_EAGAIN())
    /// A signal arrived (EINTR). This module retries by itself; nobody else sees this code.
    public static let interrupted = Code(rawValue: czeromq_EINTR())
    /// The context was shut down (ETERM).
    public static let terminated = Code(rawValue: czeromq_ETERM())
    /// A mandatory ROUTER knows no peer of that identity (EHOSTUNREACH).
    public static let hostUnreachable = Code(rawValue: czeromq_EHOSTUNREACH())
    /// Somebody else is bound to the endpoint (EADDRINUSE).
    public static let addressInUse = Code(rawValue: czeromq_EADDRINUSE())
    /// The address does not belong to this machine (EADDRNOTAVAIL).
    public static let addressNotAvailable = Code(rawValue: czeromq_EADDRNOTAVAIL())
    /// No network interface of that name or address (ENODEV).
    public static let noSuchInterface = Code(rawValue: czeromq_ENODEV())
    /// The system does not allow it (EACCES): a port below 1024, or a folder without write permission.
    public static let permissionDenied = Code(rawValue: czeromq_EACCES())
    /// Nothing there of that name (ENOENT): an endpoint never bound, or the folder of an ipc endpoint.
    public static let notFound = Code(rawValue: czeromq_ENOENT())
    /// An argument, an option's value or an endpoint's text is wrong (EINVAL).
    public static let invalidArgument = Code(rawValue: czeromq_EINVAL())
    /// The socket or the loop is not in a state for it (EFSM), such as a REP that was asked nothing.
    public static let wrongState = Code(rawValue: czeromq_EFSM())
    /// The transport does not go with this type of socket (ENOCOMPATPROTO).
    public static let incompatibleProtocol = Code(rawValue: czeromq_ENOCOMPATPROTO())
    /// libzmq does not know the transport (EPROTONOSUPPORT).
    public static let protocolNotSupported = Code(rawValue: czeromq_EPROTONOSUPPORT())
    /// This type of socket, or this build of libzmq, cannot do it (ENOTSUP).
    public static let notSupported = Code(rawValue: czeromq_ENOTSUP())
    /// Too many sockets or file descriptors (EMFILE).
    public static let tooManySockets = Code(rawValue: czeromq_EMFILE())
    /// Not a socket, or one already closed (ENOTSOCK).
    public static let notASocket = Code(rawValue: czeromq_ENOTSOCK())
    /// No I/O thread is there to do it (EMTHREAD).
    public static let noThread = Code(rawValue: czeromq_EMTHREAD())
    /// A message beyond the limits (EMSGSIZE).
    public static let messageTooLarge = Code(rawValue: czeromq_EMSGSIZE())
    /// The path of an ipc endpoint is too long (ENAMETOOLONG).
    public static let nameTooLong = Code(rawValue: czeromq_ENAMETOOLONG())
    /// Out of memory (ENOMEM).
    public static let outOfMemory = Code(rawValue: czeromq_ENOMEM())
    /// Not a context (EFAULT).
    public static let invalidContext = Code(rawValue: czeromq_EFAULT())
  }
}

extension ZeroMQError.Code {
  /// What to do about it, as far as the number alone says.
  var advice: String? {
    switch self {
    case .addressInUse: "Stop the program that has the endpoint, or choose another port (`*` lets the system choose)."
    case .addressNotAvailable, .noSuchInterface: "Use an address of this machine, such as 127.0.0.1."
    case .permissionDenied: "Choose a port above 1023, or for ipc a folder you may write to."
    case .notFound: "For ipc, the folder of the path must exist."
    case .nameTooLong: "Use a shorter path for the ipc socket, such as one below /tmp."
    case .protocolNotSupported: "Use tcp://, ipc:// or inproc://."
    case .tooManySockets: "Close sockets that are not needed any more, or raise `ulimit -n`."
    case .terminated: "The context was shut down; only closing is possible now."
    case .hostUnreachable: "The peer has gone, or has never been here."
    default: nil
    }
  }
}
