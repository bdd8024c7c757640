import CYAML

/// What libyaml finds, one thing after another: https://pyyaml.org/wiki/LibYAML.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case documentEnd
    /// - isText: Whether it is quoted, or has the tag of texts.
    /// - isPlain: Whether it is not quoted and no block.
    case scalar(String, isText: Bool, isPlain: Bool)
    case sequenceStart
    case sequenceEnd
    case mappingStart
    case mappingEnd
    /// The anchor's name.
    case alias(String)
    case streamEnd
  }

  var kind: Kind
  var anchor: String?
  /// Where it begins.
  var mark: YAMLMark
}

/// A place in a text as libyaml counts: lines and columns from 0, columns in Unicode scalars.
struct YAMLMark: Hashable {
  var line: Int
  var column: Int

  init(_ mark: yaml_mark_t) { (line, column) = (Int(clamping: mark.line), Int(clamping: mark.column)) }
}

/// What libyaml says is wrong.
struct YAMLFailure: Error {
  /// In its words: `did not find expected key`.
  var problem: String
  var mark: YAMLMark
  /// Where what it was reading began, if it says so.
  var origin: YAMLMark?
}

/// libyaml's parser on a text of its own.
struct YAMLEvents: ~Copyable {
  // Both stay where they are: libyaml keeps pointers into the parser and the text.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter text: UTF-8.
  /// - Returns: `nil` if there is no memory left.
  init?(_ text: some Collection<UInt8>) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    guard yaml_parser_initialize(parser) == 1 else {
      parser.deallocate()
      return nil
    }
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = copy.initialize(fromContentsOf: text)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, copy.baseAddress, copy.count)
    (self.parser, self.text) = (parser, copy)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// What comes next. After `.streamEnd` there is nothing more to ask for.
  mutating func next() throws(YAMLFailure) -> YAMLEvent {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
      defer { yaml_event_delete(&event) }
      if let found = YAMLEvent(event) { return found }
    }
  }

  private var failure: YAMLFailure {
    let parser = parser.pointee
    let hasProblem = parser.error == YAML_SCANNER_ERROR || parser.error == YAML_PARSER_ERROR
    guard hasProblem, let problem = parser.problem else {
      // Memory that is out, or bytes that are no UTF-8, which a Swift text has none of.
      return YAMLFailure(problem: "this is no YAML", mark: YAMLMark(yaml_mark_t()))
    }
    return YAMLFailure(
      problem: String(cString: problem), mark: YAMLMark(parser.problem_mark),
      origin: parser.context == nil ? nil : YAMLMark(parser.context_mark))
  }
}

extension YAMLEvent {
  /// - Returns: `nil` for an event that says nothing about the text.
  fileprivate init?(_ event: yaml_event_t) {
    let mark = YAMLMark(event.start_mark)
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: self.init(kind: .documentStart, mark: mark)
    case YAML_DOCUMENT_END_EVENT: self.init(kind: .documentEnd, mark: mark)
    case YAML_SEQUENCE_START_EVENT:
      self.init(kind: .sequenceStart, anchor: string(event.data.sequence_start.anchor), mark: mark)
    case YAML_SEQUENCE_END_EVENT: self.init(kind: .sequenceEnd, mark: mark)
    case YAML_MAPPING_START_EVENT:
      self.init(kind: .mappingStart, anchor: string(event.data.mapping_start.anchor), mark: mark)
    case YAML_MAPPING_END_EVENT: self.init(kind: .mappingEnd, mark: mark)
    case YAML_ALIAS_EVENT: self.init(kind: .alias(string(event.data.alias.anchor) ?? ""), mark: mark)
    case YAML_STREAM_END_EVENT: self.init(kind: .streamEnd, mark: mark)
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      // By its length, since it may hold a NUL.
      let value = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let tag = string(scalar.tag)
      let isText = scalar.quoted_implicit != 0 || tag == "tag:yaml.org,2002:str" || tag == "!"
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      self.init(
        kind: .scalar(value, isText: isText, isPlain: isPlain), anchor: string(scalar.anchor), mark: mark)
    default: return nil
    }
  }
}

private func string(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? { bytes.map { String(cString: $0) } }
