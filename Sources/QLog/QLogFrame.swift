import QUIC
import TextOutput
import Wire

/// A frame as qlog has it (draft-ietf-quic-qlog-quic-events-02 section 4, `QuicFrame`).
enum QLogFrame {
  /// - Parameters:
  ///   - payload: what the frame's ranges are about.
  ///   - delayExponent: of the acknowledgment delays that its sender says.
  static func json(_ frame: QUICFrame, _ payload: Span<UInt8>, delayExponent: UInt64) -> TextBuffer {
    var object = QLogObject()
    object.set("frame_type", name(frame))
    switch frame {
    case .padding(let count): object.set("payload_length", count)
    case .ack(let ack): append(ack, delayExponent, to: &object)
    case .resetStream(let stream, let error, let size):
      appendReset(stream, error, size, to: &object)
    case .resetStreamAt(let stream, let error, let size, let reliable):
      appendReset(stream, error, size, to: &object)
      object.set("reliable_size", reliable)
    case .stopSending(let stream, let error):
      object.set("stream_id", stream)
      object.set("error_code", error)
    case .crypto(let offset, let data):
      object.set("offset", offset)
      object.set("length", data.count)
    case .newToken(let token):
      object.set("length", token.count)
      object.set("token", hexadecimal: bytes(token, of: payload))
    case .stream(let stream):
      object.set("stream_id", stream.stream)
      object.set("offset", stream.offset)
      object.set("length", stream.data.count)
      object.set("fin", stream.isFinal)
    case .connectionClose(let close): append(close, payload, to: &object)
    case .newConnectionID(let sequence, let retired, let id, let token):
      object.set("sequence_number", sequence)
      object.set("retire_prior_to", retired)
      object.set("length", id.count)
      object.set("connection_id", hexadecimal: id.bytes)
      object.set("reset_token", hexadecimal: bytes(token, of: payload))
    case .retireConnectionID(let sequence): object.set("sequence_number", sequence)
    case .pathChallenge(let data), .pathResponse(let data): object.set("data", hexadecimal: bigEndian(data))
    case .datagram(let data, _): object.set("length", data.count)
    case .ackFrequency(let sequence, let threshold, let delay, let reordering):
      object.set("sequence_number", sequence)
      object.set("ack_eliciting_threshold", threshold)
      object.set("request_max_ack_delay", delay)
      object.set("reordering_threshold", reordering)
    default: appendLimit(frame, to: &object)
    }
    return object.closed()
  }

  /// A frame that could not be read.
  static func unknown(_ error: QUICFrameError) -> TextBuffer {
    var object = QLogObject()
    object.set("frame_type", "unknown")
    if case .unknownType(let type, _) = error { object.set("raw_frame_type", type) }
    return object.closed()
  }

  private static func name(_ frame: QUICFrame) -> String { frame.name.lowercased() }

  /// Limits, and what says that one was reached.
  private static func appendLimit(_ frame: QUICFrame, to object: inout QLogObject) {
    switch frame {
    case .maxData(let maximum): object.set("maximum", maximum)
    case .maxStreamData(let stream, let maximum):
      object.set("stream_id", stream)
      object.set("maximum", maximum)
    case .maxStreams(let isBidirectional, let maximum):
      object.set("stream_type", QLogNames.streamType(isBidirectional: isBidirectional))
      object.set("maximum", maximum)
    case .dataBlocked(let limit): object.set("limit", limit)
    case .streamDataBlocked(let stream, let limit):
      object.set("stream_id", stream)
      object.set("limit", limit)
    case .streamsBlocked(let isBidirectional, let limit):
      object.set("stream_type", QLogNames.streamType(isBidirectional: isBidirectional))
      object.set("limit", limit)
    default: break
    }
  }

  private static func append(_ ack: QUICAcknowledgment, _ exponent: UInt64, to object: inout QLogObject) {
    // Microseconds in the field's units; what does not fit is no delay.
    let delay = ack.delay.multipliedReportingOverflow(by: 1000 << exponent)
    object.set("ack_delay", milliseconds: delay.overflow ? nil : Int64(exactly: delay.partialValue))
    var ranges = TextBuffer(capacity: 64)
    ranges.append("[")
    for (index, range) in ack.ranges.reversed().enumerated() {
      ranges.append(index > 0 ? ",[" : "[", range.lowerBound)
      ranges.append(",", range.upperBound)
      ranges.append("]")
    }
    ranges.append("]")
    object.set("acked_ranges", json: ranges)
    object.set("ect1", ack.congestion?.ect1)
    object.set("ect0", ack.congestion?.ect0)
    object.set("ce", ack.congestion?.ce)
  }

  private static func appendReset(_ stream: UInt64, _ error: UInt64, _ size: UInt64, to object: inout QLogObject) {
    object.set("stream_id", stream)
    object.set("error_code", error)
    object.set("final_size", size)
  }

  private static func append(_ close: QUICCloseFrame, _ payload: Span<UInt8>, to object: inout QLogObject) {
    object.set("error_space", close.isApplication ? "application" : "transport")
    let name = close.isApplication ? nil : QLogNames.transportError(QUICErrorCode(rawValue: close.error))
    if let name { object.set("error_code", name) } else { object.set("error_code", close.error) }
    object.set("raw_error_code", close.error)
    object.set("reason", String(decoding: bytes(close.reason, of: payload), as: UTF8.self))
    object.set("trigger_frame_type", close.frameType)
  }

  private static func bytes(_ range: Range<Int>, of payload: Span<UInt8>) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= payload.count else { return [] }
    return range.map { payload[$0] }
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
  }
}
