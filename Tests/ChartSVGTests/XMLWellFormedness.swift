import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Whether a text is well-formed XML, as Foundation's parser sees it.
final class XMLWellFormedness: NSObject, XMLParserDelegate {
  /// What is wrong, if anything is.
  private(set) var fault: String?
  /// How often each element occurs.
  private(set) var elements: [String: Int] = [:]
  private(set) var ids: [String] = []
  private(set) var attributes: Set<String> = []
  /// What pictures in the picture are read from.
  private(set) var images: [String] = []

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() {
      fault = "\(parser.parserError.map(String.init(describing:)) ?? "?") in line \(parser.lineNumber)"
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes attributeDict: [String: String]
  ) {
    elements[element, default: 0] += 1
    var names = Set(attributeDict.keys)
    if element == "image" {
      images.append(attributeDict["href"] ?? "")
      names.remove("href")
    }
    attributes.formUnion(names)
    if let id = attributeDict["id"] { ids.append(id) }
  }
}
