/// An address of a database whose password, if it has one, was taken out.
struct ConnectionURL: Hashable, Sendable {
  let scheme: String
  let user: String?
  let password: Secret?
  /// All but the password.
  let text: String

  /// - Throws: ``DatabaseFault/Kind/connection`` that shows nothing of the address.
  init(_ url: String, of connection: String) throws(DatabaseFault) {
    guard let mark = url.firstRange(of: "://"), mark.lowerBound > url.startIndex else {
      throw DatabaseFault(
        .connection, "the connection '\(connection)' has a `url` without a scheme such as `postgresql://`")
    }
    scheme = String(url[..<mark.lowerBound]).lowercased()
    let rest = url[mark.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    // The last one: a password may hold others.
    guard let at = rest[..<end].lastIndex(of: "@") else {
      (user, password, text) = (nil, nil, try ConnectionURL.checked(url, of: connection))
      return
    }
    let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    user = parts.first.map { PercentEncoding.decoded($0) }
    password = parts.count > 1 ? Secret(PercentEncoding.decoded(parts[1])) : nil
    text = try ConnectionURL.checked(scheme + "://" + (parts.first ?? "") + rest[at...], of: connection)
  }

  /// Passwords among what follows the question mark would be told to people.
  private static func checked(_ url: String, of connection: String) throws(DatabaseFault) -> String {
    let parameters = url.split(separator: "?", maxSplits: 1).dropFirst().joined().split(separator: "&")
    guard
      !parameters.contains(where: {
        $0.lowercased().hasPrefix("password=") || $0.lowercased().hasPrefix("sslpassword=")
      })
    else {
      throw DatabaseFault(
        .connection,
        "the connection '\(connection)' has a password among its url's parameters; give it by `password` or before the `@`"
      )
    }
    return url
  }
}

/// Texts as they stand in addresses.
enum PercentEncoding {
  /// A text of which all but letters, digits and a few signs are `%` with two digits.
  static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
      if isPlain {
        encoded.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }

  /// A part with `%40` and the like as what they stand for.
  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"), rest.count >= 2,
        let byte = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(first)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
