/// What an end does that RFC 9114 does not allow, or that we do not take. Reading goes on after each of them.
public enum HTTP3Fault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A frame that may not come there (RFC 9114 section 7.2).
  case frameUnexpected(HTTP3FrameType)
  /// A payload has a layout or length that its type does not allow (section 7.1).
  case frameSize(HTTP3FrameHeader)
  /// A payload is longer than `limit` bytes; it is passed over.
  case frameTooLong(HTTP3FrameHeader, limit: Int)
  /// The control stream does not begin with SETTINGS (section 6.2.1).
  case missingSettings
  /// A setting that may not be sent, or has a value that it may not have (section 7.2.4.1).
  case settingValue(HTTP3Setting)
  /// The same setting twice (section 7.2.4).
  case settingTwice(HTTP3Setting.Identifier)
  /// A second stream of a type of which there is only one (section 6.2.1).
  case streamTwice(HTTP3StreamType)
  /// A push stream of a client, or a stream of a server for requests (sections 6.1 and 6.2.2).
  case streamOfWrongSide
  /// A stream that the connection needs has ended (section 6.2.1).
  case criticalStreamClosed(HTTP3StreamType)
  /// A number of a stream or a push that may not be there: greater than one before, or than what is allowed (sections 5.2 and 7.2).
  case identifier(UInt64, HTTP3FrameType)
  /// A field section that cannot be decoded.
  case compression(QPACKError)
  /// An encoder stream that cannot be followed; the dynamic table is unknown from there on.
  case encoderStream(QPACKError)
  /// A decoder stream that cannot be followed; what follows is passed over.
  case decoderStream(QPACKError)
  /// A field section is larger than `limit`; the fields beyond it are left out.
  case sectionTooLarge(limit: Int)
  /// More than `limit` bytes wait for the encoder stream, or for the rest of their frames; what does not fit is given up.
  case waitingTooLong(limit: Int)
  /// More streams are open than `limit`; the oldest is given up.
  case tooManyStreams(limit: Int)
  /// A datagram that names no stream of a request (RFC 9297 section 2.1).
  case datagram
  /// A capsule is longer than `limit` bytes; it is passed over.
  case capsuleTooLong(limit: Int)
  /// A stream ends within a frame, or within a capsule.
  case cutShort

  public var description: String {
    switch self {
    case .frameUnexpected(let type): "\(type) where it may not be"
    case .frameSize(let header): "\(header.type) of \(header.payloadLength) bytes that it may not have"
    case .frameTooLong(let header, let limit): "\(header.type) of \(header.payloadLength) bytes, more than \(limit)"
    case .missingSettings: "a control stream that does not begin with SETTINGS"
    case .settingValue(let setting): "\(setting.identifier) of \(setting.value)"
    case .settingTwice(let identifier): "\(identifier) twice"
    case .streamTwice(let type): "a second \(type)"
    case .streamOfWrongSide: "a stream that its sender may not open"
    case .criticalStreamClosed(let type): "the end of the \(type)"
    case .identifier(let number, let type): "\(type) with the number \(number)"
    case .compression(let error): error.description
    case .encoderStream(let error): "the QPACK encoder stream: \(error)"
    case .decoderStream(let error): "the QPACK decoder stream: \(error)"
    case .sectionTooLarge(let limit): "a field section larger than \(limit) bytes"
    case .waitingTooLong(let limit): "more than \(limit) bytes that wait for others"
    case .tooManyStreams(let limit): "more than \(limit) streams"
    case .datagram: "a datagram of no request"
    case .capsuleTooLong(let limit): "a capsule of more than \(limit) bytes"
    case .cutShort: "the stream ends within a frame"
    }
  }
}
