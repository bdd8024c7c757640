import ChartSVG
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An XML document as Foundation's parser sees it, which patches can be applied to.
final class XMLTree: NSObject, XMLParserDelegate {
  final class Element {
    enum Child {
      case element(Element)
      case text(String)
    }
    let name: String
    var attributes: [String: String]
    var children: [Child] = []

    init(name: String, attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    /// It and all below it, in document order.
    var all: [Element] {
      [self]
        + children.flatMap { child -> [Element] in
          if case .element(let element) = child { element.all } else { [] }
        }
    }

    var description: String {
      let attributes = attributes.sorted { $0.key < $1.key }.map { " \($0.key)='\($0.value)'" }.joined()
      let children = children.map { child in
        switch child {
        case .element(let element): element.description
        case .text(let text): "“\(text)”"
        }
      }
      return "<\(name)\(attributes)>\(children.joined())</>"
    }
  }

  private(set) var root: Element?
  private var open: [Element] = []

  /// - Returns: `nil` for what is no XML.
  init?(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse(), root != nil else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = Element(name: name, attributes: attributes)
    if let parent = open.last { parent.children.append(.element(element)) } else { root = element }
    open.append(element)
  }

  func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard let parent = open.last else { return }
    if case .text(let start) = parent.children.last {
      parent.children[parent.children.count - 1] = .text(start + text)
    } else {
      parent.children.append(.text(text))
    }
  }

  /// Does what a patch says.
  /// - Returns: `false` if it speaks of what isn't there.
  func apply(_ patch: SVGPatch) -> Bool {
    let elements = root?.all ?? []
    for edit in patch.edits {
      switch edit {
      case .attributes(let number, let changes):
        guard elements.indices.contains(number) else { return false }
        for change in changes { elements[number].attributes[change.name] = change.value }
      case .children(let number, let place, let count, let markup):
        guard elements.indices.contains(number), elements[number].children.count >= place + count,
          let put = XMLTree("<svg>\(markup)</svg>")?.root?.children
        else { return false }
        elements[number].children.replaceSubrange(place..<place + count, with: put)
      }
    }
    return true
  }
}
