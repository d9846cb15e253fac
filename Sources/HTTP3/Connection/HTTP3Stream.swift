import Wire

/// A stream that is open, as far as the capture tells.
struct HTTP3Stream: Sendable {
  var halves = Pair(HTTP3Half(), HTTP3Half())
  /// Whether the request says that bodies are sequences of capsules.
  var hasCapsules = false
}

/// What one end has sent on a stream.
struct HTTP3Half: Sendable {
  /// What the bytes are.
  enum Content: Hashable, Sendable {
    /// The type of a unidirectional stream is not known yet.
    case unknown
    /// Requests, responses, or the frames of a push.
    case message
    case control
    case encoder
    case decoder
    /// The bytes of a session of WebTransport.
    case webTransport
    /// A type that means nothing to us, or one whose beginning is missing.
    case ignored
  }

  /// A field section that waits for the encoder stream, or for settings, and what has come since.
  struct Waiting: Sendable {
    enum Step: Sendable {
      case bytes([UInt8])
      case miss(Int64)
      case end
    }

    var section: [UInt8]
    var push: UInt64?
    var place: HTTP3Place
    /// How many entries it needs; nil where that is not known before the settings are.
    var requiredInsertCount: UInt64?
    var steps: [Step] = []
    /// The bytes of section and steps.
    var byteCount: Int

    /// Appends bytes, to those before if there are.
    mutating func append(_ bytes: Span<UInt8>) {
      byteCount += bytes.count
      guard case .bytes(var last) = steps.last else { return steps.append(.bytes(Array(bytes))) }
      steps.removeLast()
      last.append(bytes)
      steps.append(.bytes(last))
    }

    /// Appends missing bytes, to those before if there are.
    mutating func miss(_ count: Int64) {
      guard case .miss(let before) = steps.last else { return steps.append(.miss(count)) }
      let (sum, isTooLarge) = before.addingReportingOverflow(count)
      steps[steps.count - 1] = .miss(isTooLarge ? .max : sum)
    }
  }

  var content = Content.unknown
  var type: HTTP3StreamType?
  /// The stream offset after the last byte that was given.
  var offset: Int64 = 0
  /// Where the next instruction of QPACK begins.
  var position: Int64 = 0
  /// The beginning of a unidirectional stream, until it is whole.
  var prefix: [UInt8] = []
  var reader = LengthValueReader(at: 0, limit: 0, streamedType: .data)
  /// The frame being read, and whether there was one.
  var header = HTTP3FrameHeader(type: .data, payloadLength: 0, length: 0)
  var hasFrame = false
  var waiting: Waiting?
  var hasHead = false
  var hasTrailers = false
  /// Whether a field section of it could not be shown, which may have been its head.
  var hasLostHeaders = false
  var isEnded = false
  /// Where its body is a sequence of capsules, what reads them.
  var capsules: LengthValueReader?
  /// The capsule being read.
  var capsule = HTTP3CapsuleType.datagram

  /// What counts for the limit of all streams, in bytes.
  var waitingBytes: Int { reader.partial.count + (capsules?.partial.count ?? 0) + (waiting?.byteCount ?? 0) }
}
