/// What an end does that RFC 9113 does not allow, or that we do not take. Reading goes on after each of them.
public enum HTTP2Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The first bytes begin like a client's preface, and are none (section 3.4).
  case preface
  /// A frame is longer than the other end allows (section 4.2); what follows is searched for frames.
  case frameTooLong(HTTP2FrameHeader, limit: Int)
  /// A payload has a length that its type does not allow (section 4.2).
  case frameSize(HTTP2FrameHeader)
  /// A frame that belongs to a stream is on the connection, or the other way round (section 6).
  case streamZero(HTTP2FrameHeader)
  /// There is more padding than payload (section 6.1).
  case padding
  /// Another frame where CONTINUATION must come (section 6.10); the field block before it is lost.
  case continuationExpected(HTTP2FrameType)
  /// CONTINUATION with no field block to continue (section 6.10).
  case continuationUnexpected
  /// A field block that cannot be decoded (section 4.3).
  case compression(HPACKError)
  /// A field block that can be decoded, but does what RFC 7541 does not allow.
  case compressionFlaws(HPACKFlaws)
  /// A field block is longer than `limit` bytes; it is not decoded.
  case blockTooLong(limit: Int)
  /// A field section is larger than `limit`; the fields beyond it are left out.
  case sectionTooLarge(limit: Int)
  /// A setting has a value that it may not have (section 6.5.2).
  case settingValue(HTTP2Setting)
  /// A WINDOW_UPDATE of nothing, or one that makes the window larger than 2^31 - 1 (section 6.9.1).
  case windowIncrement(UInt32)
  /// More data than the window allows by this many bytes (section 6.9.1), as far as window updates were seen: if one is missing
  /// from the capture, and this was not said yet, nobody is to blame. The windows are unknown from here on.
  case windowExceeded(by: Int64)
  /// A frame for a stream that its sender would have had to open first (section 5.1).
  case idleStream
  /// A stream whose number belongs to the other end, or is less than that of one pushed before (section 5.1.1).
  case streamNumber
  /// Something other than a priority, a reset or a window update after the sender had ended its half of the stream
  /// (section 5.1).
  case afterEnd
  /// More streams are open than `limit`; the oldest is given up.
  case tooManyStreams(limit: Int)
  /// The stream of bytes ends within a frame, or within a field block.
  case cutShort

  public var description: String {
    switch self {
    case .preface: "the client's preface is not that of HTTP/2"
    case .frameTooLong(let header, let limit):
      "\(header.type) of \(header.payloadLength) bytes, where the receiver allows \(limit)"
    case .frameSize(let header): "\(header.type) of \(header.payloadLength) bytes, a length that it may not have"
    case .streamZero(let header): "\(header.type) on stream \(header.stream)"
    case .padding: "more padding than payload"
    case .continuationExpected(let type): "\(type) where CONTINUATION must come"
    case .continuationUnexpected: "CONTINUATION with nothing to continue"
    case .compression(let error): "\(error)"
    case .compressionFlaws(let flaws):
      flaws.contains(.lateSizeUpdate)
        ? "the header table's size is changed after the first field"
        : "the header table's size is set to more than the other end allows"
    case .blockTooLong(let limit): "a field block of more than \(limit) bytes"
    case .sectionTooLarge(let limit): "a field section larger than \(limit) bytes"
    case .settingValue(let setting): "\(setting.identifier) of \(setting.value)"
    case .windowIncrement(let increment): "a window update of \(increment)"
    case .windowExceeded(let excess): "\(excess) bytes more than the window allows"
    case .idleStream: "a frame for a stream that is not open"
    case .streamNumber: "a stream with a number that it may not have"
    case .afterEnd: "a frame after the end of the stream"
    case .tooManyStreams(let limit): "more than \(limit) streams"
    case .cutShort: "the connection ends within a frame"
    }
  }
}
