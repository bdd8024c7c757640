import ChartData
import ChartService
import Foundation
import JSONModel
import JSONRPC
import ServiceTestSupport
import Testing

@Suite("Plots: time zones, and what day it is")
struct PlotTimeZoneTests {
  let directory: TemporaryDirectory
  let service: ChartService

  /// A zone two hours ahead of UTC for ever, as RFC 9636 writes it: no table, the rule alone.
  private static let zone: [UInt8] = {
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    let counts: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
    let type: [UInt8] = [0, 0, 0x1C, 0x20, 0, 0] + Array("CDT\0".utf8)
    return header + counts + type + header + counts + type + Array("\n<+02>-2\n".utf8)
  }()

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("no zone", to: "zones/Europe/Broken")
    try directory.write(String(repeating: "x", count: 100_000), to: "zones/Europe/Huge")
    try directory.write("secret", to: "secret/Key")
    let zones = directory.path + "/zones"
    for name in ["Europe/Somewhere", "Here"] {
      try Data(PlotTimeZoneTests.zone).write(to: URL(fileURLWithPath: zones + "/" + name))
    }
    try Data(PlotTimeZoneTests.zone).write(to: URL(fileURLWithPath: directory.path + "/secret/Zone"))
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: zones + "/Europe/Link", withDestinationPath: "Somewhere")
    try manager.createSymbolicLink(atPath: zones + "/Europe/Escape", withDestinationPath: "../../secret/Zone")
    try manager.createSymbolicLink(atPath: zones + "/Out", withDestinationPath: "../secret")
    // 2026-08-20T22:30Z: already the 21st where it is two hours later.
    service = ChartService(timeZones: TimeZoneFiles(directory: zones), now: { 1_787_265_000 })
  }

  private func spec(_ zone: String) -> JSON {
    [
      "kind": "line", "x": ["timeZone": .string(zone), "values": ["2026-08-20T22:00Z", "2026-08-21T22:00Z"]],
      "series": [["values": [1, 2]]],
    ]
  }

  @Test("A7: the rules of a named zone say where days begin; an offset and UTC need no file")
  func zones() throws {
    for zone in ["Europe/Somewhere", "Europe/Link", "+02:00"] {
      try service.make(spec(zone))
      #expect(try service.marks().map { $0[0] } == ["Aug 21, 2026", "Aug 22, 2026"], "\(zone)")
    }
    try service.make(spec("UTC"))
    #expect(try service.marks()[0][0] == "Aug 20, 2026 22:00")
  }

  @Test(
    "Other names lead nowhere",
    arguments: [
      "Europe/Smewhere", "Europe/Escape", "Out/Zone", "Europe/Broken", "Europe/Huge", "../secret/Key",
      "Europe/../Europe/Somewhere", "Europe/../../secret/Zone", "/etc/passwd", "Europe//Somewhere", "Europe/.",
      "Europe",
      "Here", "Europe/Somewhere/", "Europe/Some\u{0}where", "Europe/Sömewhere", "+25:00", "Europe\\Somewhere",
      String(repeating: "A/", count: 2_000) + "A",
    ])
  func faults(name: String) throws {
    let found = try service.fault("chart/create", ["spec": spec(name), "chart": "plot"])
    #expect(found.path == "spec.x.timeZone")
    #expect(!found.reason.contains(directory.path), "where files are is nobody's business: \(found.reason)")
    #expect(try service.call("chart/list") == ["charts": []])
  }

  @Test("The nearest name that there is, is suggested")
  func suggestion() throws {
    let found = try service.fault("chart/create", ["spec": spec("Europe/Smewhere")])
    #expect(found.suggestion == "Europe/Somewhere" && found.reason.contains("no time zone 'Europe/Smewhere'"))
    let none = ChartService(timeZones: TimeZoneFiles(directory: "/nowhere"))
    #expect(try none.fault("chart/create", ["spec": spec("Europe/Somewhere")]).reason.contains("TZDIR"))
  }

  @Test("A document has the rules, so that pictures and updates elsewhere are the same")
  func document() throws {
    try service.make(spec("Europe/Somewhere"))
    let first = try service.svg("plot")
    let fresh = try service.exported()
    #expect(try fresh.svg("plot") == first)
    for service in [service, fresh] { try service.update(["title": "T"]) }
    #expect(try fresh.svg("plot") == service.svg("plot"))
    try fresh.expectUndo(to: first)
    #expect(
      try fresh.fault("chart/update", ["chart": "plot", "patch": ["x": ["timeZone": "Asia/Tokyo"]]]).path
        == "patch.x.timeZone")
    let document = try #require(try service.call("session/export")["document"])
    let spec = try #require(document["specs"]?[0])
    for rules in [nil, "AAAA", "?"] as [JSON] {
      let broken = document.merging(patch: ["specs": [spec.merging(patch: ["timeZoneRules": rules])]])
      let found = try service.fault("session/import", ["document": broken, "session": "new"])
      #expect(found.path == "document.specs[0].timeZoneRules", "\(found)")
    }
  }

  @Test("A7: the last days end yesterday in the axis's zone, and stay when a document is read later")
  func lastDays() throws {
    func days(_ zone: String) -> JSON {
      ["kind": "line", "x": ["lastDays": 3, "timeZone": .string(zone)], "series": [["values": [1, 2, 3]]]]
    }
    try service.make(days("UTC"))
    #expect(try service.marks().map { $0[0] } == ["08-17", "08-18", "08-19"])
    try service.make(days("Europe/Somewhere"))
    #expect(try service.marks().map { $0[0] } == ["08-18", "08-19", "08-20"])
    let picture = try service.svg("plot")
    try service.update(["title": "T"])
    let fresh = try service.exported()
    #expect(try fresh.svg("plot") == service.svg("plot"))
    try fresh.expectUndo(to: picture)
    try service.make([
      "kind": "line", "x": ["lastDays": ["count": 2, "before": "2026-01-03"]], "series": [["values": [1, 2]]],
    ])
    #expect(try service.marks().map { $0[0] } == ["01-01", "01-02"])
    let document = try #require(try fresh.call("session/export")["document"])
    let spec = try #require(document["specs"]?[0])
    let broken = document.merging(patch: ["specs": [spec.merging(patch: ["today": "yesterday"])]])
    #expect(
      try fresh.fault("session/import", ["document": broken, "session": "new"]).path == "document.specs[0].today")
  }

  @Test(
    "Zones of this system, where it has them",
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin"),
      "machine: takes a system with files of time zones"))
  func system() throws {
    let service = ChartService(timeZones: TimeZoneFiles(directory: "/usr/share/zoneinfo"))
    try service.make(spec("Europe/Berlin"))
    #expect(try service.marks().map { $0[0] } == ["Aug 21, 2026", "Aug 22, 2026"])
    #expect(try service.fault("chart/create", ["spec": spec("Europe/Berln")]).suggestion == "Europe/Berlin")
  }
}
