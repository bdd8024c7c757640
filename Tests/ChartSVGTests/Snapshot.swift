import ChartEngine
import ChartModel
import ChartSVG
import Foundation
import JSONModel
import Testing

/// Golden files: the picture of a chart, kept beside the tests. `RECORD_SNAPSHOTS=1 swift test` writes them anew; a
/// change of a picture is then seen in the diff.
enum Snapshot {
  static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  static func expect(
    _ name: String, _ svg: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // Foundation's own XML parser is the first judge of whether it is XML at all.
    let parser = XMLWellFormedness(svg)
    #expect(parser.fault == nil, "\(name) is not well-formed XML", sourceLocation: sourceLocation)
    try expect(svg, in: "\(name).svg", sourceLocation: sourceLocation)
  }

  private static func expect(_ text: String, in name: String, sourceLocation: SourceLocation) throws {
    let file = directory.appending(path: name)
    if isRecording {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name) differs", sourceLocation: sourceLocation)
  }

  /// A golden file's name, the spec, what is done to the chart, and how it is drawn.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let spec: String
    /// What the data of a spec with `facet` are split into: names, and the spec of each.
    var panels: [(row: String?, column: String?, spec: String)] = []
    var interactions: [Interaction] = []
    var phase: Double?
    var theme = Theme.light
    var isAnimated = false
    var testDescription: String { name }

    func check() throws {
      let untouched = try chart()
      var chart = untouched
      for interaction in interactions { _ = chart.apply(interaction) }
      let layout = chart.layout(phase: phase, theme: theme)
      let scene = layout.scene(animated: isAnimated)
      try Snapshot.expect(name, SVGWriter.string(scene))
      try Raster.expectSame(name, scene)
      try Snapshot.expect(Reading(layout: layout).text, in: "Readings/\(name).txt", sourceLocation: #_sourceLocation)
      // From nothing touched to what it is now.
      var pictures = PictureSequence()
      pictures.add(untouched.layout(theme: theme).scene(), name)
      pictures.add(scene, name)
    }

    private func chart() throws -> Chart {
      let whole = try ChartSpec(json: JSON(parsing: spec))
      guard let facet = whole.content.common.facet else { return Chart(id: "example", spec: whole) }
      let panels = try panels.map { panel in
        let chart = try ChartSpec(json: JSON(parsing: panel.spec))
        return FacetedSpec.Panel(row: panel.row, column: panel.column, chart: chart)
      }
      return Chart(id: "example", spec: ChartSpec(FacetedSpec(whole, facet: facet, panels: panels)))
    }
  }

  static func chart(_ id: String, _ spec: String) throws -> Chart {
    Chart(id: id, spec: try ChartSpec(json: JSON(parsing: spec)))
  }
}
