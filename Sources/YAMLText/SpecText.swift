import JSONModel

/// Reads a spec, be it YAML or JSON, with the places of its values.
public enum SpecText {
  /// A byte order mark before the text is passed over: editors write it, and count columns without it.
  /// - Returns: The documents; one for JSON.
  /// - Throws: ``YAMLSyntaxError`` for the first fault.
  /// - Complexity: O(*n*) in the length of the text and the number of values that aliases stand for.
  public static func parse(_ text: String) throws(YAMLSyntaxError) -> [YAMLDocument] {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let source = SourceText(text)
    let first = source.scalars.first { !$0.isBlank && !$0.isLineBreak }
    // Nearly all JSON is YAML too, but not tabs as indentation, nor characters escaped as surrogates.
    if first == "{" || first == "[", let json = try? JSON(parsing: text, depthLimit: YAMLDocument.depthLimit) {
      var places = JSONPlaces(source)
      return [YAMLDocument(json: json, place: try places.value())]
    }
    return try YAMLDocument.parse(text)
  }
}
