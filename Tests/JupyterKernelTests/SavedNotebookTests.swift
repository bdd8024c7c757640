import Foundation
import JSONModel
import JupyterKernel
import Testing

@Suite("Pictures of notebooks whose kernel has ended")
struct SavedNotebookTests {
  private static let view = "application/vnd.jupyter.widget-view+json"

  /// What a kernel that is started for a notebook says of earlier models.
  private func pictures(in text: String) throws -> [SavedNotebook.Picture] {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ipynb").path
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return SavedNotebook(path: path)?.pictures ?? []
  }

  private func notebook(_ outputs: JSON...) -> String {
    (["cells": [["cell_type": "markdown"], ["cell_type": "code", "outputs": .array(outputs)]]] as JSON).text
  }

  @Test("A still beside a view is found, written as one text or line by line, with its size")
  func found() throws {
    let whole: JSON = [
      "data": [Self.view: ["model_id": "a"], "image/svg+xml": "<svg/>", "text/plain": "Pie chart"],
      "metadata": ["image/svg+xml": ["width": 300, "height": 200]],
    ]
    let lines: JSON = ["data": [Self.view: ["model_id": "b"], "image/svg+xml": ["<svg>\n", "</svg>"]]]
    #expect(
      try pictures(in: notebook(whole, lines)) == [
        SavedNotebook.Picture(model: "a", svg: "<svg/>", words: "Pie chart", width: 300, height: 200),
        SavedNotebook.Picture(model: "b", svg: "<svg>\n</svg>", words: "", width: 640, height: 360),
      ])
  }

  @Test(
    "What has no view, no still, or is no notebook yields nothing",
    arguments: [
      "", "{", "[]", "7", #"{"cells": 7}"#, #"{"cells": [{"outputs": {"a": 1}}]}"#,
      #"{"cells": [{"outputs": [{"data": {"image/svg+xml": "<svg/>"}}]}]}"#,
      #"{"cells": [{"outputs": [{"data": {"application/vnd.jupyter.widget-view+json": {"model_id": ""}}}]}]}"#,
      #"{"cells": [{"outputs": [{"data": {"application/vnd.jupyter.widget-view+json": {"model_id": "a"}}}]}]}"#,
    ])
  func nothing(text: String) throws {
    #expect(try pictures(in: text) == [])
  }

  @Test("Only absolute paths of notebooks are looked at", arguments: ["", "a.ipynb", "/etc/passwd", "6f1c9a"])
  func paths(path: String) {
    #expect(SavedNotebook(path: path) == nil)
  }

  @Test("A notebook that is not there has no pictures")
  func missing() {
    #expect(SavedNotebook(path: "/nowhere/a.ipynb")?.pictures == [])
  }
}
