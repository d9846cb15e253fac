import Streams
import TextOutput
import Wire

/// The fields by which a tree says which echo reply belongs to which request: ICMP's and ICMPv6's have names of their own.
struct EchoPairing {
  let responseIn: FieldID
  let responseTo: FieldID
  let responseTime: FieldID

  /// Notes an echo message, and adds what is known of its other half; not of one that an error quotes.
  func add(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isRequest: Bool) {
    guard !tree.context.isQuoted, let source = tree.context.source, let destination = tree.context.destination
    else { return }
    let key = EchoKey(
      client: isRequest ? source : destination, server: isRequest ? destination : source,
      identifier: bytes.uint32(at: start + 4))
    tree.tie(key)
    if isRequest {
      tree.state.echoes.ask(key, PacketMark(tree.frame))
      if let later = tree.state.hindsight?.answers[CaptureHindsight.Question(frame: tree.frame.number)] {
        tree.generate(responseIn, .unsigned(UInt64(clamping: later)))
      }
    } else if let request = tree.state.echoes.answer(key) {
      if tree.learns {
        tree.state.learned.note(
          question: CaptureHindsight.Question(frame: request.number), answeredIn: tree.frame.number)
      }
      let elapsed = tree.frame.timestamp.nanoseconds &- request.timestamp.nanoseconds
      tree.generate(responseTo, .unsigned(UInt64(request.number)))
      tree.generate(
        responseTime, .double(Double(elapsed) / 1e6),
        text: "[Time from the request to this reply: \(TextFormat.milliseconds(elapsed)) ms]")
    }
  }
}
