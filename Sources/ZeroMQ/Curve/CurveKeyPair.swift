internal import CZeroMQ

/// A CURVE key and its other half.
public struct CurveKeyPair: Hashable, Sendable {
  public let publicKey: CurveKey
  public let secretKey: CurveKey

  public init(publicKey: CurveKey, secretKey: CurveKey) {
    self.publicKey = publicKey
    self.secretKey = secretKey
  }

  /// The pair of a secret key; its public key is computed.
  ///
  /// - Throws: ``ZeroMQError`` with `.notSupported` where libzmq was built without CURVE.
  public init(secretKey: CurveKey) throws(ZeroMQError) {
    var text = [CChar](repeating: 0, count: 41)
    guard zmq_curve_public(&text, secretKey.z85) == 0 else { throw .last("compute a CURVE public key") }
    self.init(publicKey: try Self.key(text), secretKey: secretKey)
  }

  /// A new random pair.
  ///
  /// - Throws: ``ZeroMQError`` with `.notSupported` where libzmq was built without CURVE.
  public static func generate() throws(ZeroMQError) -> CurveKeyPair {
    var publicText = [CChar](repeating: 0, count: 41)
    var secretText = [CChar](repeating: 0, count: 41)
    guard zmq_curve_keypair(&publicText, &secretText) == 0 else { throw .last("make a CURVE key pair") }
    return CurveKeyPair(publicKey: try key(publicText), secretKey: try key(secretText))
  }

  private static func key(_ text: [CChar]) throws(ZeroMQError) -> CurveKey {
    try CurveKey(z85: String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
