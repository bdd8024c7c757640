import ChartModel
public import JSONRPC

extension ChartService {
  /// All methods of the protocol, each declared once: dispatch, `rpc.discover`, commands and documentation come from this.
  /// What parameters and results say of specs is up to the kinds of the service that is asked.
  public static let methods = MethodTable<ServiceContext>(
    title: "ChartKernel", version: version,
    description: """
      Interactive charts over JSON-RPC: create a chart from a spec, do to it what a user would do, and get it as SVG. \
      Places are px from the chart's top left corner, angles degrees clockwise from three o'clock, times seconds from any \
      origin. Subscribers of a session get the notifications `chart/didCreate {session, chart, revision, cause, display?}`, \
      `chart/didChange {session, chart, revision, cause, events, display?}` and `chart/didDelete {session, chart, cause}`; \
      changes that a subscriber has not yet been told of are joined, so that it gets the newest of each chart.
      """,
    methods: [
      initialize, openSession, listSessions, sessionInfo, closeSession, subscribe, unsubscribe, exportSession,
      importSession, restoreSession, create, update, edit, get, list, delete, render, append, tap, rotate, highlight,
      toggle, key, animate, scroll, zoom, brush, hover, pointer, advance, undo, redo, reset, hitTest, angleAt, sliceAt,
      marker, selected, openView, updateView, closeView, viewModule,
    ], declarations: { [$0.service.kinds.declaration] },
    checkRoom: { context, _ throws(RPCError) in
      try context.service.memory?.check(for: context.call.buffers.byteCount)
    })
}
