extension CairoLibrary {
  /// What a status means, in the library's own words.
  func text(ofStatus status: Int32) -> String {
    contexts.statusText(status).map { String(cString: $0) } ?? "fault \(status)"
  }
}
