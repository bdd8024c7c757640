import JSONModel

/// Reads a spec, be it YAML or JSON, with the places of its values.
enum SpecText {
  /// - Returns: The documents; one for JSON.
  static func parse(_ text: String) throws(YAMLSyntaxError) -> [YAMLDocument] {
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
