internal import CellModel
internal import Dispatch
internal import JSONRPC
internal import Logging
internal import ZeroMQ

/// Takes what arrives on the request sockets, and sees that each request is answered: busy, the answer, idle.
///
/// Control requests are answered on the socket thread, at once, also while a cell runs; shell requests in their shell's
/// queue.
final class Dispatcher: KernelServices {
  let iopub: IOPub
  let interpreter: any Interpreter
  let description: KernelDescription
  let updates: DisplayUpdates
  let shells = Shells()
  let comms: Comms
  private let loop: SocketLoop
  private let writer: MessageWriter
  private let reader: MessageReader
  private let refusals: LossCounter
  private let onMessage: MessageObserver?
  /// Called when a shutdown was asked for and answered.
  private let onShutdown: @Sendable () -> Void

  init(
    _ configuration: KernelConfiguration, loop: SocketLoop, iopub: IOPub, signer: MessageSigner, writer: MessageWriter,
    onShutdown: @escaping @Sendable () -> Void
  ) {
    self.loop = loop
    self.iopub = iopub
    self.writer = writer
    self.onShutdown = onShutdown
    interpreter = configuration.interpreter
    description = configuration.description
    onMessage = configuration.onMessage
    reader = MessageReader(signer: signer)
    let comms = Comms(targets: configuration.commTargets, iopub: iopub)
    self.comms = comms
    updates = DisplayUpdates(
      interpreter: configuration.interpreter, iopub: iopub,
      widgets: configuration.liveDisplays.map {
        WidgetModels(displays: $0, comms: comms, notebook: configuration.notebook.flatMap(SavedNotebook.init))
      })
    refusals = LossCounter(log: configuration.log, what: "messages refused")
  }

  // MARK: Receiving, on the socket thread

  func receive(_ message: Message, from channel: Channel, _ origin: RequestOrigin) {
    onMessage?(origin.rawValue, true, message.frames)
    let request: IncomingMessage
    do throws(Refusal) {
      request = try reader.read(message)
    } catch {
      return refusals.count("\(error) on \(origin.rawValue)")
    }
    @Sendable func context(_ shell: Shell, _ ticket: Shell.Ticket) -> RequestContext {
      RequestContext(kernel: self, origin: origin, request: request, shell: shell, ticket: ticket)
    }
    switch origin {
    case .control:
      let context = context(shells.main, .unqueued)
      answer(context, on: channel) { reply(to: context) }
    case .shell:
      if let shell = shells[request.header.subshell] {
        return shell.submit { [self] ticket in
          let context = context(shell, ticket)
          // What is not run waits for no subscriber, either.
          if context.isAborted { ticket.cancellation.cancel() }
          answer(context, on: channel) { reply(to: context) }
        }
      }
      // At once: there is no queue that it could wait in.
      let error = CellError.unknownSubshell(request.header.subshell ?? "")
      answer(context(shells.main, .unqueued), on: channel) { .failure(error) }
    }
  }

  // MARK: Answering

  private func answer(_ context: RequestContext, on channel: Channel, _ makeReply: () -> Reply?) {
    context.publish(.status("busy"))
    let reply = makeReply()
    if let reply, let type = context.request.header.replyType {
      let message = OutgoingMessage(type, reply.content, metadata: reply.metadata, buffers: reply.buffers)
      let wire = writer.write(message, to: context.request.identities, parent: context.request.header.bytes)
      onMessage?(context.origin.rawValue, false, wire.frames)
      channel.send(wire)
    }
    context.publish(.status("idle"))
    reply?.afterwards?()
  }

  private func reply(to context: RequestContext) -> Reply? {
    let header = context.request.header
    guard let handler = RequestHandler.all[header.type], handler.origins.contains(context.origin) else {
      // Answered, if it is a request: whoever waits for an unknown one would wait for ever.
      return header.replyType == nil
        ? nil
        : .failure(.invalidRequest("This kernel answers no \(header.type) on \(context.origin.rawValue)."))
    }
    do throws(CellError) {
      return try handler.answer(context)
    } catch {
      return header.replyType == nil ? nil : .failure(error)
    }
  }

  // MARK: KernelServices

  /// Waits until whatever has reached the kernel's sockets by now is queued.
  ///
  /// Two jobs on the socket thread have a look at all sockets between them. A short time limit stands in for a loop that
  /// is stopping.
  func awaitArrivals() {
    guard !loop.isCurrentThread else { return }
    let looked = DispatchSemaphore(value: 0)
    let loop = loop
    loop.perform { loop.perform { looked.signal() } }
    _ = looked.wait(timeout: .now() + .milliseconds(100))
  }

  func interrupt() {
    shells.interrupt()
  }

  func requestShutdown() {
    onShutdown()
  }
}

extension RequestHandler {
  /// Every message that is answered, by its type.
  fileprivate static let all: [String: RequestHandler] = [
    "kernel_info_request": kernelInfo,
    "execute_request": execute,
    "complete_request": complete,
    "inspect_request": inspect,
    "is_complete_request": isComplete,
    "history_request": history,
    "comm_info_request": commInfo,
    "comm_open": commOpen,
    "comm_msg": commMessage,
    "comm_close": commClose,
    "interrupt_request": interrupt,
    "create_subshell_request": createSubshell,
    "delete_subshell_request": deleteSubshell,
    "list_subshell_request": listSubshells,
    "shutdown_request": shutdown,
  ]
}
