import ChartData
import ChartModel
import JSONModel

/// Each of its charts reads what it names, as if it stood alone.
extension LayoutSpec: SourcedSpec {
  /// None of its own.
  var data: DataSpec? {
    get { nil }
    set {}
  }

  func heldData(
    from reader: SpecReader, _ buffers: RequestBuffers, keeping previous: HeldData
  ) throws(InvalidValue) -> HeldData {
    var held = HeldData()
    for (index, chart) in charts.enumerated() {
      do throws(InvalidValue) {
        let kept = previous.parts.indices.contains(index) ? previous.parts[index] : HeldData()
        let part = try reader.held(of: chart, buffers, keeping: kept)
        held.parts.append(part)
        held.warnings += part.warnings.map { "charts[\(index)]: \($0)" }
      } catch {
        throw error.prefixed(by: .index(index)).prefixed(by: .key("charts"))
      }
    }
    return held
  }

  func filled(with held: HeldData) throws(InvalidValue) -> LayoutSpec {
    var spec = self
    for (index, chart) in charts.enumerated() where held.parts.indices.contains(index) {
      do throws(InvalidValue) {
        spec.charts[index] = try chart.filled(with: held.parts[index])
      } catch {
        throw error.prefixed(by: .index(index)).prefixed(by: .key("charts"))
      }
    }
    return spec
  }

  func complete(_ held: inout HeldData, from stored: StoredData) throws(InvalidValue) {
    for (index, chart) in charts.enumerated() {
      if !held.parts.indices.contains(index) { held.parts.append(HeldData()) }
      let part = stored.parts.indices.contains(index) ? stored.parts[index] : StoredData()
      do throws(InvalidValue) {
        try chart.complete(&held.parts[index], from: part)
      } catch {
        throw error.prefixed(by: .index(index)).prefixed(by: .key("parts"))
      }
    }
  }

  var columns: [ColumnSpec] { charts.flatMap(\.columns) }
}
