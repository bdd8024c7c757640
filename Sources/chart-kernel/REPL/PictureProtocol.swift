import ArgumentParser
import JSONModel
import POSIX
import Terminal

/// How a terminal takes pictures.
enum PictureProtocol {
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/
  case kitty(Rasteriser)
  /// https://iterm2.com/documentation-images.html
  case iterm2(Rasteriser)

  /// What the command line says.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    case auto, kitty, iterm2, words

    /// - Returns: `nil` for charts in words.
    func `protocol`(isTerminal: Bool, environment: [String: String] = ProcessEnvironment.all)
      -> PictureProtocol?
    {
      guard self != .words, let rasteriser = Rasteriser.first(in: environment) else { return nil }
      switch self == .auto ? Choice.detected(environment, isTerminal: isTerminal) : self {
      case .kitty: return .kitty(rasteriser)
      case .iterm2: return .iterm2(rasteriser)
      case .auto, .words: return nil
      }
    }

    /// What the terminal says that it is. One inside of tmux or screen cannot be seen from here.
    private static func detected(_ environment: [String: String], isTerminal: Bool) -> Choice {
      guard isTerminal, environment["TMUX"] == nil, environment["STY"] == nil else { return .words }
      let terminal = environment["TERM"] ?? "", program = environment["TERM_PROGRAM"] ?? ""
      if environment["KITTY_WINDOW_ID"] != nil || ["xterm-kitty", "xterm-ghostty"].contains(terminal)
        || program == "ghostty"
      {
        return .kitty
      }
      return ["iTerm.app", "WezTerm"].contains(program) || environment["LC_TERMINAL"] == "iTerm2" ? .iterm2 : .words
    }
  }

  /// What shows a picture where the cursor is; `nil` if it cannot be drawn.
  func picture(of svg: String) -> String? {
    switch self {
    case .kitty(let rasteriser): rasteriser.png(of: svg, width: Self.width).map(Self.kitty)
    case .iterm2(let rasteriser): rasteriser.png(of: svg, width: Self.width).map(Self.iterm2)
    }
  }

  /// The most px that the terminal has beside one another, where it tells.
  private static var width: Int? {
    let width = Terminal.size.width
    return width > 0 ? width : nil
  }

  /// In pieces, of which all but the last say that more follows.
  private static func kitty(_ png: [UInt8]) -> String {
    let text = Array(Base64.text(of: png).utf8)
    var output = ""
    for start in stride(from: 0, to: text.count, by: 4096) {
      let end = min(start + 4096, text.count)
      let control = (start == 0 ? "a=T,f=100,q=2," : "") + "m=\(end < text.count ? 1 : 0)"
      output += "\u{1B}_G\(control);\(String(decoding: text[start..<end], as: UTF8.self))\u{1B}\\"
    }
    return output
  }

  private static func iterm2(_ png: [UInt8]) -> String {
    "\u{1B}]1337;File=inline=1;size=\(png.count):\(Base64.text(of: png))\u{07}"
  }
}
