import ChartData
import ChartService
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing
import TestSupport

@Suite("What a session does with linked charts: steps, notifications, documents, stores")
struct LinkSessionsTests {
  let sales = Sales()
  let service = ChartService()

  init() throws { try service.make("months", sales.byMonth) }

  @Test("To select is one step to undo, in the chart where it was done; the others have none of their own")
  func undo() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    let before = try ["months", "amounts"].map { try service.svg($0) }
    try service.act("brush", "amounts", ["x": [50, 120]])
    let after = try ["months", "amounts"].map { try service.svg($0) }
    #expect(zip(before, after).allSatisfy { $0 != $1 })
    #expect(try service.call("chart/undo", params: ["chart": "months"])["changed"] == false)
    #expect(try ["months", "amounts"].map { try service.svg($0) } == after)
    #expect(try service.call("chart/undo", params: ["chart": "amounts"])["changed"] == true)
    #expect(try ["months", "amounts"].map { try service.svg($0) } == before)
    #expect(try service.call("chart/redo", params: ["chart": "amounts"])["changed"] == true)
    #expect(try ["months", "amounts"].map { try service.svg($0) } == after)
    // A step of another one does not take it back what is selected here.
    try service.act("highlight", "months", ["index": 1])
    try service.act("brush", "amounts")
    try service.act("undo", "months")
    #expect(try service.svg("months") == before[0])
  }

  @Test("Who makes or changes a chart gets the picture of what is selected elsewhere")
  func answers() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.act("brush", "amounts", ["x": [50, 120]])
    func check(_ result: JSON) throws {
      let now = try service.describe("months")
      #expect(try result["display"]?["image/svg+xml"] == .string(service.svg("months")))
      #expect(result["revision"] == now["revision"])
    }
    try check(service.call("chart/create", params: ["chart": "months", "spec": sales.byMonth]))
    try check(service.call("chart/update", params: ["chart": "months", "patch": ["title": "By month"]]))
    try check(service.call("chart/append", params: ["chart": "months", "points": [["x": "Jul", "y": 3]]]))
    try check(service.call("chart/undo", params: ["chart": "months"]))
    #expect(try service.standingOut() != nil)
  }

  @Test("Who names charts to be filtered that there are none of is told so until there are")
  func missing() throws {
    let spec = sales.spec("histogram", ["x": "amount"], ["select": ["brush": "x", "filter": ["months", "later"]]])
    try service.make("amounts", spec)
    #expect(
      try service.describe("amounts")["warnings"] == ["select.filter: there is no chart 'later' of this link"])
    try service.make("later", sales.byMonth)
    #expect(try service.describe("amounts")["warnings"] == [])
  }

  @Test("An update that changes nothing is no step, also while a part is shown")
  func noChange() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.act("brush", "amounts", ["x": [50, 120]])
    let before = try service.describe("months")
    try service.act("update", "months", ["patch": [:]])
    #expect(try service.describe("months")["revision"] == before["revision"])
    #expect(try service.call("chart/undo", params: ["chart": "months"])["changed"] == false)
  }

  @Test("Who listens is told of all charts that show something else, and of none that do not")
  func notifications() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.make("alone", sales.byMonth.setting("link", "another"))
    let subscriber = Subscriber(service: service)
    try subscriber.subscribe()
    try service.act("brush", "amounts", ["x": [50, 120]])
    var told: [String: JSON] = [:]
    while let message = subscriber.next().message {
      let params = try #require(try JSON(parsing: message.bytes)["params"])
      told[params["chart"]?.stringValue ?? ""] = params
    }
    #expect(told.keys.sorted() == ["amounts", "months"])
    #expect(told["months"]?["cause"] == "chart/brush")
    #expect(try told["months"]?["display"]?["image/svg+xml"] == .string(service.svg("months")))
  }

  @Test("A document and what is opened of it have the same pictures, and go on with them")
  func documents() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.act("brush", "amounts", ["x": [50, 120]])
    try service.act("highlight", "months", ["index": 2])
    let pictures = try ["months", "amounts"].map { try service.svg($0) }
    let document = try #require(try service.call("session/export", params: [:])["document"])
    let other = ChartService()
    _ = try other.call("session/import", params: ["document": document])
    #expect(try ["months", "amounts"].map { try other.svg($0) } == pictures)
    try other.act("highlight", "months", ["index": .null])
    try other.act("brush", "amounts", ["x": [0, 30]])
    #expect(try other.standingOut() == sales.totals { $0.amount <= 30 })
  }

  @Test("A store has the same pictures when it is opened again, and goes on with them")
  func stores() throws {
    let directory = try TemporaryDirectory()
    let options = ServiceStore.Options(directory: directory.path + "/store")
    var pictures: [String] = []
    do {
      let service = try ChartService.opening(options).service
      try service.make("months", sales.byMonth)
      try service.make(
        "amounts", sales.spec("histogram", ["x": "amount"], ["select": ["brush": "x", "filter": ["months"]]]))
      try service.act("brush", "amounts", ["x": [50, 120]])
      try service.act("highlight", "months", ["index": 2])
      pictures = try ["months", "amounts"].map { try service.svg($0) }
    }
    let again = try ChartService.opening(options).service
    #expect(try ["months", "amounts"].map { try again.svg($0) } == pictures)
    try again.act("brush", "amounts", ["x": [0, 30]])
    #expect(try again.drawn() == sales.totals { $0.amount <= 30 })
    try again.act("undo", "amounts")
    try again.act("undo", "amounts")
    #expect(try again.drawn() == sales.totals { _ in true })
  }

  @Test(
    "Bad input is told at its place, and changes nothing",
    arguments: [
      ("link", "", "spec.link"), ("link", 3, "spec.link"), ("select", ["filter": 3], "spec.select.filter"),
      ("select", ["filter": [""]], "spec.select.filter[0]"), ("select", ["filter": [7]], "spec.select.filter[0]"),
    ] as [(String, JSON, String)])
  func faults(key: String, value: JSON, path: String) throws {
    let before = try service.svg("months")
    let error = try service.error("chart/create", ["chart": "months", "spec": sales.byMonth.setting(key, value)])
    #expect(error.code == .invalidParams && error.data?["path"] == .string(path), "\(error.message)")
    #expect(try service.svg("months") == before)
  }

  @Test(
    "A chart that goes, or is linked no more, takes along what was selected in it",
    arguments: ["delete", "unlink", "replace"])
  func ends(how: String) throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    let before = try service.svg("months")
    try service.act("brush", "amounts", ["x": [50, 120]])
    #expect(try service.svg("months") != before)
    switch how {
    case "delete": _ = try service.call("chart/delete", params: ["chart": "amounts"])
    case "unlink": try service.act("update", "amounts", ["patch": ["link": .null]])
    default: try service.make("amounts", sales.byMonth)
    }
    #expect(try service.svg("months") == before)
  }

  @Test("What is added to a chart is in no row: not selected anywhere, there and where its document is opened")
  func added() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.act("append", "amounts", ["points": [0, 249.75, 120]])
    try service.act("highlight", "months", ["index": 2])
    let part = try #require(try service.describe("amounts")["layout"]?["part"]?[0]?["marks"]?.arrayValue)
    #expect(part.compactMap { $0["value"]?.doubleValue }.reduce(0, +) == 40)
    let document = try #require(try service.call("session/export", params: [:])["document"])
    let other = ChartService()
    _ = try other.call("session/import", params: ["document": document])
    for name in ["amounts", "months"] { #expect(try other.svg(name) == service.svg(name)) }
  }

  @Test("A marker, and what is read out, tell how much of a bar is selected, unless the author has written another one")
  func markers() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": "x"]))
    try service.make("own", sales.byMonth.setting("marker", "{value} in all"))
    func marker(_ chart: String) throws -> String {
      try service.call("chart/marker", params: ["chart": .string(chart), "index": 1])["marker"]?["text"]?.stringValue
        ?? ""
    }
    let before = (try marker("months"), try marker("own"))
    try service.act("brush", "amounts", LinkSessionsTests.brush)
    let february = try #require(sales.totals(isBrushed)[1])
    let part = "selected: \(february)".replacing(".0", with: "")
    #expect(try marker("months").replacing(",", with: "") == before.0.replacing(",", with: "") + "\n" + part)
    #expect(try marker("own") == before.1)
    try service.act("highlight", "months", ["index": 1])
    #expect(try service.svg("months").replacing(",", with: "").contains(part))
  }

  // MARK: - In a layout

  /// Two linked charts of one picture, the second of which shows the first one's months.
  private func dashboard(_ select: JSON = "x") -> JSON {
    [
      "kind": "layout", "columns": 1,
      "charts": [
        sales.spec("histogram", ["x": "amount"], ["select": select]), ["kind": "pie", "slices": [["value": 1]]],
        sales.byMonth,
      ],
    ]
  }

  /// The values by month of the third chart, those that stand out and all that are drawn.
  private func months(of service: ChartService) throws -> (out: [Double?]?, drawn: [Double?]) {
    let part = try service.describe("dashboard")["layout"]?["charts"]?[2]
    return (part?["part"]?[0].map { Sales.values($0) }, Sales.values(part?["series"]?[0]))
  }

  private static let brush: JSON = ["x": [50, 120]]
  private func isBrushed(_ row: Sales.Row) -> Bool { row.amount >= 50 && row.amount <= 120 }

  @Test("Charts in a layout show what is selected in others of it, and outside of it, and are shown there")
  func layouts() throws {
    try service.make("dashboard", dashboard())
    #expect(try months(of: service).out == nil && service.standingOut() == nil)
    try service.act("brush", "dashboard", LinkSessionsTests.brush)
    let expected = sales.totals(isBrushed)
    #expect(try months(of: service).out == expected && service.standingOut() == expected)
    #expect(try months(of: service).drawn == sales.totals { _ in true })
    // A month of the layout's: in the chart beside it, and in the one that stands alone.
    try service.act("brush", "dashboard")
    try service.act("highlight", "dashboard", ["path": [2, 0, 1]])
    #expect(try service.standingOut() == sales.totals { $0.month == "Feb" })
    #expect(try months(of: service).out == nil)
    let counts = try service.describe("dashboard")["layout"]?["charts"]?[0]?["part"]?[0]?["marks"]?.arrayValue
    #expect(counts?.compactMap { $0["value"]?.doubleValue }.reduce(0, +) == 40)
    try service.act("highlight", "dashboard", ["index": .null])
    // What is selected outside.
    try service.act("highlight", "months", ["index": 3])
    #expect(try months(of: service).out == sales.totals { $0.month == "Apr" })
    try service.act("undo", "months")
    #expect(try months(of: service).out == nil)
  }

  @Test(
    "One chart of a layout is told by its place, all by the layout's name",
    arguments: [["dashboard[2]"], ["dashboard"], ["months"], ["dashboard[1]"], ["dashboard[9]"]] as [[String]])
  func filtersOfLayouts(names: [String]) throws {
    try service.make(
      "dashboard", dashboard(["brush": "x", "filter": .array(names.map { .string($0) })]))
    try service.act("brush", "dashboard", LinkSessionsTests.brush)
    let (part, all) = (sales.totals(isBrushed), sales.totals { _ in true })
    let isFiltered = names == ["dashboard[2]"] || names == ["dashboard"]
    #expect(try months(of: service).drawn == (isFiltered ? part : all))
    #expect(try months(of: service).out == (isFiltered ? nil : part))
    #expect(try service.drawn() == (names == ["months"] ? part : all))
  }

  @Test("Of a layout, too, a document and a store have the same picture, and go on with it")
  func keptLayouts() throws {
    let directory = try TemporaryDirectory()
    let options = ServiceStore.Options(directory: directory.path + "/store")
    var picture = ""
    do {
      let service = try ChartService.opening(options).service
      try service.make("dashboard", dashboard(["brush": "x", "filter": true]))
      try service.act("brush", "dashboard", LinkSessionsTests.brush)
      picture = try service.svg("dashboard")
      let document = try #require(try service.call("session/export", params: [:])["document"])
      let other = ChartService()
      _ = try other.call("session/import", params: ["document": document])
      #expect(try other.svg("dashboard") == picture)
    }
    let again = try ChartService.opening(options).service
    #expect(try again.svg("dashboard") == picture)
    try again.act("undo", "dashboard")
    #expect(try months(of: again).drawn == sales.totals { _ in true })
  }

  @Test("One that is linked later, or changed, shows at once what is selected")
  func later() throws {
    try service.make("amounts", sales.spec("histogram", ["x": "amount"], ["select": ["brush": "x", "x": [50, 120]]]))
    let expected = sales.totals { (50...120).contains($0.amount) }
    #expect(try service.standingOut() == expected, "it is brushed as it is made")
    try service.act("update", "months", ["patch": ["title": "Sales"]])
    #expect(try service.standingOut() == expected)
    try service.act("update", "months", ["patch": ["link": .null]])
    #expect(try service.standingOut() == nil)
    try service.act("update", "months", ["patch": ["link": "sales"]])
    #expect(try service.standingOut() == expected)
  }
}
