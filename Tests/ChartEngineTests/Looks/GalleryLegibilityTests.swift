import ChartData
import ChartEngine
import ChartModel
import Foundation
import TestSupport
import Testing
import YAMLText

@testable import ChartService

@Suite("W6 What is written in the gallery can be read")
struct GalleryLegibilityTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../examples/gallery"
  ).standardized.path

  private static let all = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()

  @Test("There are charts to look at")
  func charts() { #expect(GalleryLegibilityTests.all.count >= 40) }

  @Test(
    "At three sizes and in both themes: text 4.5 : 1 against what is behind it, no text over another or cut, marks 3 : 1",
    arguments: sample(GalleryLegibilityTests.all))
  func gallery(name: String) throws {
    let folder = GalleryLegibilityTests.folder
    let text = try String(contentsOfFile: "\(folder)/\(name).yaml", encoding: .utf8)
    let document = try #require(try SpecText.parse(text).first)
    let reader = ChartService(data: DataSource(baseDirectory: folder)).specReader
    var chart = Chart(id: name, spec: try reader.source(of: document.json).spec)
    var wrong = Mismatches()
    for theme in Theme.allCases {
      chart.theme = theme
      LegibilityTests.lookAtAllSizes(chart, "\(name), \(theme)", &wrong)
    }
    wrong.check()
  }
}
