/// Makes random identifiers in the form of a version 4 UUID (RFC 9562): for sessions, displays and comms.
package enum RandomID {
  package static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = Array((hexadecimal(high) + hexadecimal(low)).utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { bytes.append(UInt8(ascii: "-")) }
      bytes.append(digit)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
