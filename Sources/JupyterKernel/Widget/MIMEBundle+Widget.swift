internal import CellModel
internal import JSONModel
internal import OrderedCollections

extension MIMEBundle {
  /// The bundle with a view of a model, for frontends that have widgets; the rest is for those that have none.
  func with(_ model: WidgetModel?) -> MIMEBundle {
    guard let model else { return self }
    var bundle = self
    bundle.data[WidgetProtocol.viewType] = WidgetProtocol.view(of: model.comm.id)
    if let svg = data["image/svg+xml"]?.stringValue, svg.utf8.count <= MIMEBundle.imageLimit {
      bundle.data["text/html"] = .string(MIMEBundle.image(svg, description: plainText ?? ""))
    }
    return bundle
  }

  /// Larger pictures are not sent twice.
  private static let imageLimit = 256 << 10

  /// The picture as HTML, which JupyterLab shows of notebooks that are not trusted, too; of those it shows no SVG.
  private static func image(_ svg: String, description: String) -> String {
    var html = "<img src=\"data:image/svg+xml;base64,\(Base64.text(of: svg.utf8))\" alt=\""
    for character in description.prefix(1_000) {
      switch character {
      case "\"": html += "&quot;"
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case _ where character.isNewline: html += " "
      default: html.append(character)
      }
    }
    return html + "\">"
  }
}
