/// Lets somebody type texts of one or more lines in a terminal: with the keys of Emacs and readline, a history, and
/// completion.
///
/// There is libedit for single lines; but it can neither begin a line with an indentation nor edit several, and a program
/// without it runs on systems that lack it.
public struct LineEditor {
  /// What can stand at the cursor.
  public struct Completions {
    public var matches: [String]
    /// What they replace, in Unicode scalars.
    public var range: Range<Int>

    public init(matches: [String], range: Range<Int>) {
      self.matches = matches
      self.range = range
    }
  }

  /// What to do with what was typed so far when Enter is pressed.
  public enum Enter: Hashable, Sendable {
    case finish
    /// Go on in a line that begins with this indentation.
    case goOn(indentation: String)
  }

  public var history: InputHistory
  private let prompt: String
  private let width: (Character) -> Int
  private let enter: (String) -> Enter
  private let complete: (String, Int) -> Completions
  /// What keys are made of that is not used up.
  private var decoder = KeyDecoder()

  /// - Parameters:
  ///   - prompt: What stands before the first line; before the others stand dots.
  ///   - width: How many columns a character takes.
  ///   - enter: Whether a text is whole.
  ///   - complete: What can stand in a text at an offset in Unicode scalars.
  public init(
    prompt: String, history: InputHistory = InputHistory(), width: @escaping (Character) -> Int,
    enter: @escaping (String) -> Enter,
    complete: @escaping (String, Int) -> Completions
  ) {
    self.prompt = prompt
    self.history = history
    self.width = width
    self.enter = enter
    self.complete = complete
  }

  /// What came of reading.
  public enum Input: Hashable, Sendable {
    case text(String)
    /// Control-C: what was typed is thrown away.
    case interrupted
    /// Control-D where nothing was typed, or the terminal has gone.
    case end
  }

  /// Reads one text.
  public mutating func read() -> Input {
    var editing = Editing(prompt: prompt, width: width)
    return Terminal.raw {
      editing.draw()
      while true {
        guard let key = nextKey(&editing) else { return finish(&editing, .end) }
        if let input = handle(key, &editing) { return finish(&editing, input) }
        editing.draw()
      }
    }
  }

  private mutating func nextKey(_ editing: inout Editing) -> Key? {
    while true {
      if let key = decoder.next() { return key }
      // What may be a longer sequence is given a moment to come.
      guard let bytes = Terminal.read(milliseconds: decoder.isPending ? 30 : -1) else {
        return decoder.next(isFinal: true)
      }
      if bytes.isEmpty, decoder.isPending, let key = decoder.next(isFinal: true) { return key }
      if bytes.isEmpty { editing.draw() }
      decoder.append(bytes)
    }
  }

  private mutating func finish(_ editing: inout Editing, _ input: Input) -> Input {
    // The cursor goes behind the text, so that what follows stands below it.
    if case .text(let text) = input { history.add(text) }
    editing.buffer.replace(editing.buffer.text)
    editing.search = nil
    editing.draw()
    Terminal.write(input == .interrupted ? "^C\n" : "\n")
    return input
  }

  // MARK: - Keys

  /// - Returns: What the key ends the reading with; `nil` if it goes on.
  private mutating func handle(_ key: Key, _ editing: inout Editing) -> Input? {
    if editing.search != nil, handleSearch(key, &editing) { return nil }
    let wasTab = editing.wasTab
    editing.wasTab = key == .tab
    switch key {
    case .text(let text): editing.buffer.insert(text)
    case .pasted(let text):
      editing.buffer.insert(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\t", with: "  "))
    case .enter: return pressEnter(&editing)
    case .tab: pressTab(&editing, again: wasTab)
    case .control("c"): return .interrupted
    case .control("d") where editing.buffer.characters.isEmpty: return .end
    case .up, .control("p"):
      if !editing.buffer.moveUp(), let text = history.previous(from: editing.buffer.text) {
        editing.buffer.replace(text)
      }
    case .down, .control("n"):
      if !editing.buffer.moveDown(), let text = history.next() { editing.buffer.replace(text) }
    case .control("r"): editing.search = ""
    case .control("l"): Terminal.write("\u{1B}[H\u{1B}[2J")
    default: editing.buffer.edit(key)
    }
    return nil
  }

  private func pressEnter(_ editing: inout Editing) -> Input? {
    // In the middle of a text of several lines a line is divided.
    guard editing.buffer.isCursorAtEnd || !editing.buffer.characters.contains("\n") else {
      editing.buffer.insert("\n")
      return nil
    }
    switch enter(editing.buffer.text) {
    case .finish: return .text(editing.buffer.text)
    case .goOn(let indentation):
      editing.buffer.insert("\n" + indentation)
      return nil
    }
  }

  /// Completes as far as all words agree; the second time shows them.
  private func pressTab(_ editing: inout Editing, again: Bool) {
    let completions = complete(editing.buffer.text, editing.buffer.scalarCursor)
    let line = editing.buffer.text.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    guard let first = completions.matches.first else {
      if line.allSatisfy({ $0 == " " }) { editing.buffer.insert("  ") }
      return
    }
    let common = completions.matches.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let scalars = editing.buffer.text.unicodeScalars
    let typed = String(
      String.UnicodeScalarView(scalars.dropFirst(completions.range.lowerBound).prefix(completions.range.count)))
    if common.hasPrefix(typed), common != typed || completions.matches.count == 1 {
      editing.buffer.replaceScalars(completions.range, with: common)
    } else if again {
      editing.show(completions.matches)
    }
  }

  /// Looks for something in the history.
  /// - Returns: Whether the key belongs to that.
  private mutating func handleSearch(_ key: Key, _ editing: inout Editing) -> Bool {
    var part = editing.search ?? ""
    switch key {
    case .text(let text): part += text
    case .backspace: part = String(part.dropLast())
    case .control("r"): break
    default:
      editing.search = nil
      return key == .escape || key == .control("g")
    }
    editing.search = part
    if let found = history.search(part, again: key == .control("r")) { editing.buffer.replace(found) }
    return true
  }
}

extension LineEditor {
  /// One text while it is typed.
  private struct Editing {
    let prompt: String
    var buffer = TextBuffer()
    var renderer: TextRenderer
    var wasTab = false
    /// What is looked for in the history.
    var search: String?

    init(prompt: String, width: @escaping (Character) -> Int) {
      self.prompt = prompt
      renderer = TextRenderer(width: width)
    }

    mutating func draw() { draw(buffer) }

    private mutating func draw(_ buffer: TextBuffer) {
      // As wide as the prompt, so that lines stand below one another.
      let dots = String(repeating: ".", count: max(0, prompt.count - 1)) + " "
      let prompt = search.map { "(search '\($0)') " } ?? prompt
      Terminal.write(
        renderer.draw(buffer, prompt: prompt, continuation: dots, columns: Terminal.size.columns))
    }

    /// Shows words in columns below the text.
    mutating func show(_ words: [String]) {
      var end = buffer
      end.replace(end.text)
      draw(end)
      Terminal.write("\n")
      let width = (words.map(\.count).max() ?? 0) + 2
      let perLine = max(1, Terminal.size.columns / width)
      for start in stride(from: 0, to: words.count, by: perLine) {
        let row = words[start..<min(words.count, start + perLine)]
        Terminal.write(row.map { $0 + String(repeating: " ", count: width - $0.count) }.joined() + "\n")
      }
      renderer.forget()
    }
  }
}

extension TextBuffer {
  /// What a key does to the text alone.
  mutating func edit(_ key: Key) {
    switch key {
    case .left, .control("b"): moveLeft()
    case .right, .control("f"): moveRight()
    case .home, .control("a"): moveToLineStart()
    case .end, .control("e"): moveToLineEnd()
    case .wordLeft, .alt("b"): moveWordLeft()
    case .wordRight, .alt("f"): moveWordRight()
    case .backspace: deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .control("k"): cutToLineEnd()
    case .control("u"): cutToLineStart()
    case .control("w"): cutWordLeft()
    case .alt("d"): cutWordRight()
    case .control("y"): paste()
    default: break
    }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
