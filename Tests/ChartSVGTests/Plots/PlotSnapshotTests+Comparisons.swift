import ChartEngine
import ChartModel

extension PlotSnapshotTests {
  /// M10: waterfalls and bullets.
  static let comparisons: [Case] = [
    Case(
      name: "M10-waterfall",
      spec: """
        {"kind": "waterfall", "title": "From 2023 to 2024", "legend": "bottom", "y": {"title": "m€"},
          "x": {"labels": ["2023", "Sales", "Services", "Costs", "Half", "Tax", "Other", "2024"]},
          "series": {"values": [120, 45.5, 20, -38, null, -22.3, 4], "totals": ["2023", "Half", "2024"]}}
        """, interactions: [.highlight(path: [0, 3], notify: true)]),
    Case(
      name: "M10-waterfall-dark",
      spec: """
        {"kind": "waterfall", "orientation": "horizontal", "legend": "bottom",
          "x": {"labels": ["Cash at start", "Customers", "Suppliers", "Wages", "Investment", "Loan repaid", "Cash at end"]},
          "series": {"values": [12, 80, -40, -35, -30, -10], "totals": ["Cash at start", "Cash at end"]}}
        """, theme: .dark),
    Case(
      name: "M10-waterfall-looks",
      spec: """
        {"kind": "waterfall", "bars": {"width": 1}, "y": {"min": 80},
          "series": {"values": [100, 12, -7, null, 3, 9, -4], "totals": [0, 7], "shape": "rounded", "rising": "#2a7", "falling": "#a40",
            "totalColor": "#557", "connectors": {"dash": [3, 2], "width": 2}, "labels": {"position": "inside", "text": "{value:.1}"}}}
        """),
    Case(
      name: "M10-waterfall-playing",
      spec: """
        {"kind": "waterfall", "animation": "grow", "series": {"values": [10, 12, -7, null], "totals": [0, 3]}}
        """, isAnimated: true),
    Case(
      name: "M10-bullet",
      spec: """
        {"kind": "bullet", "title": "Sales against plan", "legend": "bottom", "y": {"title": "m€"},
          "x": {"labels": ["North", "South", "East", "West", "Online"]},
          "series": {"values": [270, 180, 225, 310, null], "target": [250, 210, 225, 280, 160], "ranges": [150, 225, 330],
            "rangeNames": ["poor", "fair", "good"]}}
        """, interactions: [.highlight(path: [0, 1], notify: true)]),
    Case(
      name: "M10-bullet-own-dark",
      spec: """
        {"kind": "bullet", "x": {"labels": ["Revenue (k$)", "Profit (%)", "Order size ($)", "New customers", "Satisfaction"]},
          "series": {"scales": "own", "values": [270, 22.5, 320, 1650, 4.7], "target": [250, 26, 550, 2100, 4.4],
            "ranges": [[150, 225, 300], [20, 25, 30], [350, 500, 600], [1400, 2000, 2500], [3.5, 4.25, 5]]}}
        """, theme: .dark),
    Case(
      name: "M10-bullet-upright",
      spec: """
        {"kind": "bullet", "orientation": "vertical", "x": {"labels": ["Revenue", "Profit", "Order size"]},
          "series": {"scales": "own", "labels": "above", "color": "#228833", "values": [270, -2.5, 320], "target": [250, 6, 550],
            "ranges": [[150, 225, 300], [-5, 5, 10], [350, 500, 600]]}}
        """),
    Case(
      name: "M10-bullet-playing",
      spec: """
        {"kind": "bullet", "animation": "grow", "series": {"values": [10, -4], "target": 8, "ranges": [5, 12], "labels": "above"}}
        """, isAnimated: true),
  ]
}
