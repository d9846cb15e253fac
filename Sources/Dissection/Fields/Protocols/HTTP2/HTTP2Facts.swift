import HTTP2
import Streams

/// What a conversation says of one frame.
struct HTTP2Facts {
  /// The frame's header; nil for a client's preface.
  var header: HTTP2FrameHeader?
  /// Where the content is that is between the frame's own numbers and its padding, from the frame's first byte.
  var content = 0..<0
  /// The fields of the block that the frame ends, with the block itself.
  var fields: HPACKFieldBlock?
  var block: [UInt8] = []
  /// The body that the frame ends.
  var body: HTTP2TreeBody?
  /// The messages of a gRPC call or a WebSocket that the frame completes, and what is known of the call.
  var messages: [HTTP2TreeMessage] = []
  var call = GRPCCallFacts()
  /// The WebSocket that the messages are frames of.
  var socket: WebSocketFacts?
  /// Whether the body that the frame is a part of goes on in other frames.
  var isPartial = false
}

/// One side's body on a stream.
struct HTTP2TreeBody {
  var bytes: [UInt8] = []
  /// The packets that brought it, and how many bytes each frame in them did.
  var parts: [StreamPart] = []
  /// How many DATA frames there were.
  var frames = 0
  var type: String?
  var coding: String?
  /// What cuts it into messages, if it is one side of a gRPC call or a WebSocket.
  var messages: HTTP2TreeMessages?
  var call = GRPCCallFacts()
  /// Whether bytes of it are missing, or are not kept.
  var isDamaged = false
  /// Whether the side has said all that it has to say.
  var hasEnded = false

  var heldBytes: Int { bytes.count + (messages?.heldBytes ?? 0) }
}
