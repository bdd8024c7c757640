import JSONModel
import OrderedCollections

@testable import JSONRPC

extension FuzzTarget {
  /// JSON texts, and the search for the id in those that are not parsed. What is read and written stays the same.
  static let json = FuzzTarget(name: "json") { bytes in
    let value: JSON
    do throws(JSONSyntaxError) {
      value = try JSON(parsing: bytes)
    } catch {
      expect((0...bytes.count).contains(error.offset), "a fault lies in the text: \(error)")
      expect(!error.reason.isEmpty, "a fault has a reason")
      _ = RequestID.find(in: bytes[...])
      return
    }
    let written = value.bytes
    expect((try? JSON(parsing: written)) == value, "what was written is read as the same value: \(value.text)")
    expect((try? JSON(parsing: written))?.bytes == written, "what was read is written alike: \(value.text)")
    expect((try? JSON(parsing: value.prettyText)) == value, "over several lines it is the same value: \(value.text)")
    // The longest escape of a byte has six.
    expect(written.count <= 8 * bytes.count + 32, "text grows by a bounded factor: \(written.count) of \(bytes.count)")
    expect(
      RequestID.find(in: bytes[...]) == value.objectValue?["id"].flatMap(RequestID.accepted)
        || value.objectValue?["id"].flatMap(RequestID.accepted) == nil,
      "the id is found without parsing: \(value.text)")
  }
}
