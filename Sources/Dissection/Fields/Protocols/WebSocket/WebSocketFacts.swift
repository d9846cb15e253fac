import ContentCodings
import Streams

/// What a conversation says of one frame.
struct WebSocketFacts {
  var session: WebSocketSession
  var side: FlowSide
}
