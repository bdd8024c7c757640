import ChartService
import JSONModel
import POSIX
import YAMLText

/// A file of chart specs, or standard input.
struct SpecFile {
  let path: String

  private var isStandardInput: Bool { path == "-" }

  /// How faults call it.
  var name: String { isStandardInput ? "<stdin>" : path }

  /// What paths in its specs are relative to.
  var directory: String {
    isStandardInput ? FilePath.currentDirectory : FilePath.directory(of: path)
  }

  /// The spec with an id, or else with a number from 1 in the file; the only one if none is given.
  func document(named id: String?) throws -> YAMLDocument {
    let documents = try documents()
    guard let document = documents.first else { throw ProgramFault(name, "there is no chart in it") }
    let names = documents.enumerated().map { $1.json["id"]?.stringValue ?? String($0 + 1) }
    if let id {
      if let document = documents.first(where: { $0.json["id"] == .string(id) }) { return document }
      guard let number = Int(id), number >= 1, number <= documents.count else {
        throw ProgramFault(name, "there is no chart '\(id)'; there are \(list(names))")
      }
      return documents[number - 1]
    }
    guard documents.count == 1 else {
      throw ProgramFault(name, "there are \(documents.count) charts in it; choose one with --chart: \(list(names))")
    }
    return document
  }

  private func documents() throws -> [YAMLDocument] {
    let text = try text()
    do throws(YAMLSyntaxError) {
      return try SpecText.parse(text).filter { !$0.json.isNull }
    } catch {
      throw ProgramFault("\(name):\(error.line):\(error.column)", error.message)
    }
  }

  private func text() throws -> String {
    guard isStandardInput || POSIXFile.exists(path) else {
      throw ProgramFault(name, "there is no such file")
    }
    let bytes: [UInt8]
    do throws(POSIXError) {
      bytes = isStandardInput ? try FileDescriptor.standardInput.readAll() : try POSIXFile.read(path)
    } catch {
      throw ProgramFault(name, "cannot be read: \(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ProgramFault(name, "is not UTF-8 text") }
    return text
  }

  /// A fault in a spec, with its place in the file, and what else is wrong there.
  func fault(_ error: InvalidValue, in document: YAMLDocument) -> ProgramFault {
    let faults = error.all.map { fault in
      let place = document.position(of: fault)
      return ("\(name):\(place.line):\(place.column)", "\(fault)")
    }
    let others = faults.dropFirst().map { "\n\($0.0): \($0.1)" }.joined()
    return ProgramFault(faults[0].0, faults[0].1 + others)
  }

  private func list(_ ids: [String]) -> String { ids.joined(separator: ", ") }
}
