internal import JSONModel

extension RequestHandler {
  /// `kernel_info_request`: who the kernel is. On control, too, since protocol 5.5 (JEP 80): clients ask there while the
  /// shell is busy.
  static let kernelInfo = RequestHandler(on: [.shell, .control]) { context in
    Reply(context.kernel.description.content)
  }
}

extension KernelDescription {
  /// As `kernel_info_reply` writes it.
  var content: JSON {
    [
      "protocol_version": .string(MessageWriter.protocolVersion),
      "implementation": .string(implementation),
      "implementation_version": .string(version),
      "language_info": [
        "name": .string(language.name),
        "version": .string(language.version),
        "mimetype": .string(language.mimeType),
        "file_extension": .string(language.fileExtension),
        "pygments_lexer": .string(language.pygmentsLexer),
        "codemirror_mode": language.codemirrorMode,
      ],
      "banner": .string(banner),
      "help_links": .array(helpLinks.map { ["text": .string($0.text), "url": .string($0.url)] }),
      "supported_features": ["kernel subshells"],
    ]
  }
}
