import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What Foundation's parser, which knows nothing of charts, finds in a picture.
final class DrawnMarks: NSObject, XMLParserDelegate {
  struct Mark {
    let attributes: [String: String]
    /// The middles of the rectangles in it.
    var squares: [(x: Double, y: Double)] = []
    var label: String { attributes["aria-label"] ?? "" }
  }

  /// What is wrong with the XML, if anything is.
  private(set) var fault: String?
  private(set) var root: [String: String] = [:]
  /// The elements with the role of one mark, in their order.
  private(set) var marks: [Mark] = []
  private var depths: [Int] = []
  private var depth = 0

  init(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    if !parser.parse() { fault = "\(parser.parserError.map(String.init(describing:)) ?? "?")" }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth += 1
    if depth == 1 { root = attributes }
    if attributes["role"] == "graphics-symbol" {
      marks.append(Mark(attributes: attributes))
      depths.append(depth)
    }
    func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
    if element == "rect", !depths.isEmpty {
      marks[marks.count - 1].squares.append((number("x") + number("width") / 2, number("y") + number("height") / 2))
    }
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    if depths.last == depth { depths.removeLast() }
    depth -= 1
  }
}
