public import ArgumentParser
public import Logging

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// What is logged, on standard error: standard output belongs to the protocol or the result.
struct LogOptions: ParsableArguments {
  @Option(help: "How much to log on standard error: trace, debug, info, notice, warning, error, critical.")
  var logLevel: Logger.Level = .notice

  /// Sets logging up for the process and gives the program's logger.
  func bootstrap() -> Logger {
    let level = logLevel
    LoggingSystem.bootstrap { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    return Logger(label: "chart-kernel")
  }
}
