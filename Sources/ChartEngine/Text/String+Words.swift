// Texts as they are read out.

extension String {
  /// Labels longer than anybody would read out are cut.
  var shortened: String { utf8.count > 400 ? prefix(200) + "…" : self }

  /// The name of a series, or which one it is where it has none.
  /// - Parameter index: From 0.
  func orNumber(ofSeries index: Int) -> String { isEmpty ? "Series \(index + 1)" : self }
}
