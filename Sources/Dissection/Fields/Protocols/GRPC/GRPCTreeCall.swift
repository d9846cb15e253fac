import MessageFormats
import Streams
import Wire

/// What is known of the call that a gRPC message belongs to.
struct GRPCCallFacts {
  /// The request's target: `/package.Service/Method`.
  var path: String?
  var isRequest = false
  /// The media type of the body, such as `application/grpc+proto`.
  var type = ""
  /// How compressed messages are coded (`grpc-encoding`).
  var encoding: String?
}

/// A message of a gRPC call, as the frame that ends it sees it.
enum GRPCTreeMessage {
  /// All of it is in the frame.
  case range(Range<Int>)
  /// It came in several frames: its bytes, and the packets that brought them.
  case bytes([UInt8], [StreamPart])
}

/// One direction of a gRPC call, cut into messages as its body comes: a call may go on for ever, and each message is shown with the
/// frame that completes it.
struct GRPCTreeCall {
  private var reader = GRPCMessageReader()
  private var held: [UInt8] = []
  private var parts: [StreamPart] = []
  /// Whether it is not known where messages begin, or one is too long to be kept.
  private var isLost = false

  /// What of a message is kept.
  var heldBytes: Int { held.count }

  /// Takes the content of a DATA frame; gives the messages that it completes.
  ///
  /// - Parameters:
  ///   - frame: the packet that the frame ends in.
  ///   - room: how many bytes may be kept.
  mutating func take(_ bytes: Span<UInt8>, _ content: Range<Int>, frame: Int, room: Int) -> [GRPCTreeMessage] {
    guard !isLost else { return [] }
    var messages: [GRPCTreeMessage] = []
    var position = content.lowerBound
    // Where what is not kept yet of the message under way begins.
    var start = position
    let inside = bytes.extracting(0..<content.upperBound)
    while let event = reader.next(inside, &position) {
      switch event {
      case .begin, .data: break
      case .lost:
        lose()
        return messages
      case .end:
        messages.append(end(inside, start..<position, frame))
        start = position
      }
    }
    let rest = start..<content.upperBound
    guard !rest.isEmpty else { return messages }
    guard rest.count <= room else {
      lose()
      return messages
    }
    keep(inside, rest, frame)
    return messages
  }

  /// Bytes are missing: where messages begin is no longer known.
  mutating func lose() {
    isLost = true
    held = []
    parts = []
  }

  private mutating func end(_ bytes: Span<UInt8>, _ range: Range<Int>, _ frame: Int) -> GRPCTreeMessage {
    guard !held.isEmpty else { return .range(range) }
    keep(bytes, range, frame)
    defer {
      held = []
      parts = []
    }
    return .bytes(held, parts)
  }

  private mutating func keep(_ bytes: Span<UInt8>, _ range: Range<Int>, _ frame: Int) {
    held.append(bytes.extracting(range))
    parts.append(StreamPart(frame: frame, count: range.count))
  }
}
