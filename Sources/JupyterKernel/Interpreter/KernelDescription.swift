public import JSONModel

/// What a kernel says of itself in `kernel_info_reply`.
public struct KernelDescription: Hashable, Sendable {
  /// The language of its cells.
  public struct Language: Hashable, Sendable {
    public var name: String
    public var version: String
    public var mimeType: String
    /// With its dot.
    public var fileExtension: String
    /// The highlighters for it: in exported notebooks, books and consoles, which show plain text where there is no such
    /// lexer; and in JupyterLab.
    public var pygmentsLexer: String
    public var codemirrorMode: JSON

    public init(
      name: String, version: String, mimeType: String, fileExtension: String, pygmentsLexer: String,
      codemirrorMode: JSON
    ) {
      self.name = name
      self.version = version
      self.mimeType = mimeType
      self.fileExtension = fileExtension
      self.pygmentsLexer = pygmentsLexer
      self.codemirrorMode = codemirrorMode
    }
  }

  public struct HelpLink: Hashable, Sendable {
    public var text: String
    public var url: String

    public init(text: String, url: String) {
      self.text = text
      self.url = url
    }
  }

  /// The name of the program.
  public var implementation: String
  public var version: String
  public var language: Language
  /// What consoles show at their start.
  public var banner: String
  public var helpLinks: [HelpLink]

  public init(
    implementation: String, version: String, language: Language, banner: String, helpLinks: [HelpLink] = []
  ) {
    self.implementation = implementation
    self.version = version
    self.language = language
    self.banner = banner
    self.helpLinks = helpLinks
  }
}
