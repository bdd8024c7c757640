import Terminal
import Testing

@Suite("Text that is typed")
struct TextBufferTests {
  /// Checks what becomes of a text with the cursor at its end.
  private func expect(
    _ text: String, becomes expected: String, _ cursor: Int, sourceLocation: SourceLocation = #_sourceLocation,
    _ keys: (inout TextBuffer) -> Void
  ) {
    var buffer = TextBuffer(text)
    keys(&buffer)
    #expect(buffer.text == expected, sourceLocation: sourceLocation)
    #expect(buffer.cursor == cursor, sourceLocation: sourceLocation)
  }

  @Test("What is inserted stands before the cursor, an accent with its letter")
  func inserting() {
    expect("ac", becomes: "abc", 2) {
      $0.moveLeft()
      $0.insert("b")
    }
    expect("e", becomes: "é!", 2) {
      $0.insert("\u{301}")
      $0.insert("!")
    }
    expect("", becomes: "x👩‍👩‍👧", 1) {
      $0.insert("👩‍👩‍👧")
      $0.moveLeft()
      $0.insert("x")
    }
  }

  @Test("Characters are deleted whole, an indentation by levels")
  func deleting() {
    expect("a👩‍👩‍👧", becomes: "a", 1) {
      $0.deleteBackward()
    }
    expect("a:\n    ", becomes: "a:\n  ", 5) {
      $0.deleteBackward()
    }
    expect("a:\n   ", becomes: "a:\n  ", 5) {
      $0.deleteBackward()
    }
    expect("  a", becomes: "  ", 2) {
      $0.deleteBackward()
    }
    expect("ab", becomes: "b", 0) {
      $0.moveToLineStart()
      $0.deleteForward()
    }
    expect("", becomes: "", 0) {
      $0.deleteBackward()
      $0.deleteForward()
    }
  }

  @Test("The cursor goes up and down in its column, and says where that ends")
  func lines() {
    var buffer = TextBuffer("abcd\ne\nfgh")
    #expect(buffer.moveUp() && buffer.cursor == 6)
    #expect(buffer.moveUp() && buffer.cursor == 1)
    #expect(buffer.moveUp() == false)
    buffer.moveToLineEnd()
    #expect(buffer.cursor == 4)
    #expect(buffer.moveDown() && buffer.cursor == 6)
    #expect(buffer.moveDown() && buffer.cursor == 8)
    #expect(!buffer.moveDown() && !buffer.isCursorAtEnd)
    buffer.moveToLineEnd()
    #expect(buffer.isCursorAtEnd)
  }

  @Test("Words, ends and starts of lines are cut, and pasted again")
  func cutting() {
    expect("kind: pie", becomes: "piekind: ", 3) {
      $0.cutWordLeft()
      $0.moveToLineStart()
      $0.paste()
    }
    expect("ab\ncd", becomes: "\ncd", 0) {
      _ = $0.moveUp()
      $0.moveToLineStart()
      $0.cutToLineEnd()
    }
    expect("ab\ncd", becomes: "abcd", 2) {
      _ = $0.moveUp()
      $0.moveToLineEnd()
      $0.cutToLineEnd()
    }
    expect("ab\ncd", becomes: "ab\n", 3) {
      $0.cutToLineStart()
    }
    expect("one two", becomes: " two", 0) {
      $0.moveWordLeft()
      $0.moveWordLeft()
      $0.cutWordRight()
    }
  }

  @Test("Completion puts words in the place of Unicode scalars, wherever they are")
  func completing() {
    expect("ü: pi", becomes: "ü: pie", 6) {
      $0.replaceScalars(3..<5, with: "pie")
    }
    expect("ab", becomes: "x", 1) {
      $0.replaceScalars(-5..<99, with: "x")
    }
    var buffer = TextBuffer("e\u{301}x")
    buffer.moveLeft()
    #expect(buffer.scalarCursor == 2)
  }
}

@Suite("Keys")
struct KeyDecoderTests {
  private func keys(_ text: String, cut: Int = .max, isFinal: Bool = true) -> [Key] {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      decoder.append(rest.prefix(cut))
      rest = rest.dropFirst(cut)
      while let key = decoder.next() { keys.append(key) }
    }
    while isFinal, let key = decoder.next(isFinal: true) { keys.append(key) }
    return keys
  }

  @Test("Keys are told from their sequences, however these are cut", arguments: [1, 2, 3, 1_000])
  func sequences(cut: Int) {
    let text = "\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[3~\u{1B}b\u{3}\t\r\u{7F}\u{1B}[H"
    #expect(
      keys(text, cut: cut) == [
        .up, .down, .wordRight, .delete, .alt("b"), .control("c"), .tab, .enter, .backspace, .home,
      ])
  }

  @Test("Text is UTF-8, also in pieces", arguments: [1, 2, 3, 5])
  func text(cut: Int) {
    let typed = keys("aü€🙂", cut: cut).reduce("") { if case .text(let text) = $1 { $0 + text } else { $0 + "?" } }
    #expect(typed == "aü€🙂")
  }

  @Test("What is pasted is no typing", arguments: [1, 7, 1_000])
  func pasting(cut: Int) {
    #expect(
      keys("x\u{1B}[200~a: 1\rb: \u{1B}[A\n\u{1B}[201~y", cut: cut) == [
        .text("x"), .pasted("a: 1\rb: \u{1B}[A\n"), .text("y"),
      ])
  }

  @Test("An escape alone is a key once nothing follows, and what is not known is passed over")
  func others() {
    #expect(keys("\u{1B}", isFinal: false) == [])
    #expect(keys("\u{1B}") == [.escape])
    #expect(keys("\u{1B}[99;99ux") == [.text("x")])
    #expect(keys("\u{1B}[" + String(repeating: "9", count: 100) + "x").count <= 1)
  }

  @Test("Any bytes are taken without harm")
  func anything() {
    var state: UInt64 = 1
    for _ in 0..<2_000 {
      var decoder = KeyDecoder()
      let bytes = (0..<20).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return [0x1B, 0x5B, 0x4F, 0x32, 0x30, 0x7E, 0xC3, 0xF0, 0x80, 0x41, 0x0D, 0xFF][Int(state >> 33) % 12]
      }
      decoder.append(bytes)
      while decoder.next() != nil {}
      while decoder.next(isFinal: true) != nil {}
      #expect(!decoder.isPending, "\(bytes)")
    }
  }
}

@Suite("What was typed before")
struct InputHistoryTests {
  @Test("One goes back to what was typed, and forth to what is being typed")
  func walking() {
    var history = InputHistory(["a", "b"])
    #expect(history.previous(from: "draft") == "b")
    #expect(history.previous(from: "b") == "a")
    #expect(history.previous(from: "a") == nil)
    #expect(history.next() == "b")
    #expect(history.next() == "draft")
    #expect(history.next() == nil)
  }

  @Test("Blanks and repetitions are not kept, and of many the newest")
  func adding() {
    var history = InputHistory(["a"], limit: 2)
    #expect(!history.add("a") && !history.add(" \n"))
    #expect(history.add("b") && history.add("c"))
    #expect(history.entries == ["b", "c"])
    #expect(history.previous(from: "") == "c")
  }

  @Test("A search finds the newest, and again the one before")
  func searching() {
    var history = InputHistory(["%tap a", "kind: pie", "%tap b"])
    #expect(history.search("tap", again: false) == "%tap b")
    #expect(history.search("tap", again: true) == "%tap a")
    #expect(history.search("tap", again: true) == nil)
    #expect(history.search("pie", again: false) == "kind: pie")
    #expect(history.search("", again: false) == nil)
  }
}
