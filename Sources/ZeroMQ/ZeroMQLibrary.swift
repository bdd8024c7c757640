internal import CZeroMQ

/// What the libzmq found at run time can do.
public enum ZeroMQLibrary {
  /// Whether it was built with CURVE, so that connections can be encrypted.
  public static var hasCurve: Bool { zmq_has("curve") == 1 }
}
