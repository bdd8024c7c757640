extension Int {
  /// So many things in words, with the verb of a sentence if it has one: `1 row has`, `3 rows have`.
  package func counted(_ one: String, _ many: String) -> String { "\(self) \(self == 1 ? one : many)" }
}
