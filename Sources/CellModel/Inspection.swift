/// What is known of the word at the cursor.
public struct Inspection: Hashable, Sendable {
  public var plain: String
  public var markdown: String

  public init(plain: String, markdown: String) {
    self.plain = plain
    self.markdown = markdown
  }
}
