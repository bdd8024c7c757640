internal import CZeroMQ

/// What the libzmq found at run time is and can do.
public enum ZeroMQLibrary {
  /// Its version, such as `(4, 3, 4)`.
  public static var version: (major: Int, minor: Int, patch: Int) {
    var major: Int32 = 0
    var minor: Int32 = 0
    var patch: Int32 = 0
    zmq_version(&major, &minor, &patch)
    return (Int(major), Int(minor), Int(patch))
  }

  /// Whether it was built with CURVE, so that connections can be encrypted.
  public static var hasCurve: Bool { zmq_has("curve") == 1 }

  /// Whether it has the `ipc` transport.
  public static var hasIPC: Bool { zmq_has("ipc") == 1 }
}
