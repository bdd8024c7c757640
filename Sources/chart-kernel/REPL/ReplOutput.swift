import CellModel
import ChartService
import JSONModel
import OrderedCollections
import Terminal

/// Shows in the terminal what cells bring forth.
struct ReplOutput {
  /// How pictures are shown; `nil` for the charts in words.
  let pictures: PictureProtocol?

  func show(_ output: CellOutput) {
    switch output {
    case .display(let display):
      let bundle = display.bundle
      if let picture = picture(of: bundle) { Terminal.write(picture + "\n") } else { show(bundle) }
    case .stream(.stdout, let text): Terminal.write(text)
    case .stream(.stderr, let text): ProgramFault.tell(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    case .result(let bundle), .page(let bundle): show(bundle)
    // What a terminal has shown stays.
    case .clear: break
    }
  }

  func show(_ error: CellError) {
    let isInteractive = Terminal.isInteractive
    for line in error.traceback {
      let name = isInteractive && line.hasPrefix(error.name + ":")
      ProgramFault.tell(name ? "\u{1B}[31m\(error.name)\u{1B}[0m\(line.dropFirst(error.name.count))" : line)
    }
  }

  private func picture(of bundle: MIMEBundle) -> String? {
    guard let pictures, let svg = bundle.data["image/svg+xml"]?.stringValue else { return nil }
    return pictures.picture(of: svg)
  }

  /// The text of a MIME bundle.
  private func show(_ bundle: MIMEBundle) {
    if let text = bundle.plainText {
      Terminal.write(text.hasSuffix("\n") ? text : text + "\n")
    } else if let json = bundle.data["application/json"] {
      Terminal.write(json.prettyText + "\n")
    }
  }
}
