import Exchanges
import TestSupport
import Wire

/// A packet of one conversation: when (in milliseconds), who, flags and payload.
typealias TalkStep = (time: Int64, isClient: Bool, flags: TCPFlags, text: String)

extension HTTPReader {
  /// The exchanges of a conversation.
  static func exchanges(of steps: [TalkStep], _ options: HTTPOptions = HTTPOptions()) -> [HTTPExchange] {
    var reader = HTTPReader(options)
    var talk = TCPTalk()
    for step in steps {
      let (frame, bytes) = talk.packet(at: step.time, isClient: step.isClient, flags: step.flags, step.text)
      reader.read(frame, bytes.span)
    }
    reader.finish()
    var exchanges: [HTTPExchange] = []
    while let exchange = reader.next() { exchanges.append(exchange) }
    return exchanges
  }
}
