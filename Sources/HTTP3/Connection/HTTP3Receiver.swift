public import HTTP2

/// One of the two ends of a connection.
public enum HTTP3Side: UInt8, Hashable, Sendable, CaseIterable {
  /// The end that began the connection of QUIC.
  case client = 0
  /// The other end.
  case server = 1

  /// The other end.
  public var other: HTTP3Side { self == .client ? .server : .client }
  var index: Int { Int(rawValue) }
}

/// Where something was said: who said it, on which stream, and in which bytes.
public struct HTTP3Place: Hashable, Sendable {
  /// Who sent it.
  public var side: HTTP3Side
  /// The stream of QUIC (RFC 9000 section 2.1).
  public var stream: UInt64
  /// The offsets in the sender's bytes of that stream. For data, those of the data; for a frame, those of the frame with its header,
  /// whether all of it came or not; empty for what is not in a stream.
  public var range: Range<Int64>

  /// - Parameter range: where the bytes are in the stream of their sender.
  public init(side: HTTP3Side, stream: UInt64, range: Range<Int64>) {
    self.side = side
    self.stream = stream
    self.range = range
  }
}

/// What a field section is.
public struct HTTP3Headers: Hashable, Sendable {
  /// What a field section is (RFC 9114 section 4.1).
  public enum Kind: Hashable, Sendable {
    /// The fields of a request (section 4.3.1).
    case request
    /// The final response.
    case response
    /// A 1xx response, with its status.
    case interim(Int)
    /// The fields after a body.
    case trailers
    /// The request of a push, with the number of the push (section 4.6).
    case pushPromise(UInt64)
    /// Not known, since what came before or part of the fields is not.
    case unknown
  }

  /// What it is.
  public var kind: Kind
  /// What is wrong with the fields.
  public var flaws: HTTP2FieldFlaws

  /// - Parameter kind: what the section is.
  public init(kind: Kind, flaws: HTTP2FieldFlaws) {
    self.kind = kind
    self.flaws = flaws
  }
}

/// Why a field section cannot be shown.
public enum HTTP3LostHeaders: Hashable, Sendable {
  /// Bytes of it are not in the capture.
  case missing
  /// It cannot be decoded.
  case undecodable
  /// It is longer than the limit.
  case tooLong
}

/// Who is told what a connection says. Calls come in stream order for each side of a stream.
///
/// Every method has an implementation that does nothing.
public protocol HTTP3Receiver {
  /// A unidirectional stream says what it is for (RFC 9114 section 6.2).
  mutating func receive(streamType: HTTP3StreamType, _ place: HTTP3Place)
  /// A push stream says which push it answers (section 4.6).
  mutating func receive(push: UInt64, _ place: HTTP3Place)
  /// A stream says that the rest of it belongs to a session of WebTransport, which is named by the stream of its CONNECT.
  mutating func receive(webTransportSession: UInt64, _ place: HTTP3Place)
  /// A frame begins. What it says follows, once it is whole; its bytes are `place.range`, whether all came or not.
  mutating func receive(frame: HTTP3FrameHeader, _ place: HTTP3Place)
  /// A field section.
  mutating func receive(headers: HTTP3Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP3Place)
  /// There was a field section, which cannot be shown.
  mutating func receive(lostHeaders reason: HTTP3LostHeaders, _ place: HTTP3Place)
  /// A field section waits for the encoder stream, or for the other end's settings (RFC 9204 section 2.1.2). What follows it on its
  /// stream waits, too.
  mutating func receiveBlocking(_ place: HTTP3Place)
  /// The field section at `place` need not wait any more; it comes next.
  mutating func receiveUnblocking(_ place: HTTP3Place)
  /// Some of a body.
  mutating func receive(data: Span<UInt8>, _ place: HTTP3Place)
  /// Bytes of a body are not in the capture.
  mutating func receive(missingData count: Int64, _ place: HTTP3Place)
  /// The sender has ended its half of the stream.
  mutating func receiveEnd(_ place: HTTP3Place)
  /// The sender has reset its half of the stream (RFC 9000 section 19.4).
  mutating func receive(reset code: HTTP3ErrorCode, _ place: HTTP3Place)
  /// `place.side` wants no more of what the other end sends on the stream (RFC 9000 section 19.5).
  mutating func receive(stopSending code: HTTP3ErrorCode, _ place: HTTP3Place)
  /// The sender's settings.
  mutating func receive(settings: [HTTP3Setting], _ place: HTTP3Place)
  /// The sender takes no requests (a server) or pushes (a client) from this number on (RFC 9114 section 5.2).
  mutating func receive(goaway identifier: UInt64, _ place: HTTP3Place)
  /// MAX_PUSH_ID (section 7.2.7).
  mutating func receive(maxPushID: UInt64, _ place: HTTP3Place)
  /// CANCEL_PUSH (section 7.2.3).
  mutating func receive(cancelPush: UInt64, _ place: HTTP3Place)
  /// PRIORITY_UPDATE (RFC 9218 section 7.2) of a request's stream, or of a push.
  mutating func receive(priorityUpdate value: Span<UInt8>, of element: UInt64, isPush: Bool, _ place: HTTP3Place)
  /// One origin of an ORIGIN frame (RFC 9412).
  mutating func receive(origin: Span<UInt8>, _ place: HTTP3Place)
  /// The payload of a frame of another type.
  mutating func receive(other frame: HTTP3FrameHeader, payload: Span<UInt8>, _ place: HTTP3Place)
  /// A datagram of the request on the stream `place.stream` (RFC 9297 section 2), in a DATAGRAM frame of QUIC or in a capsule.
  mutating func receive(datagram: Span<UInt8>, isCapsule: Bool, _ place: HTTP3Place)
  /// A capsule of a type other than DATAGRAM (RFC 9297 section 3.2).
  mutating func receive(capsule type: HTTP3CapsuleType, value: Span<UInt8>, _ place: HTTP3Place)
  /// What an encoder stream says (RFC 9204 section 4.3).
  mutating func receive(encoderInstruction: QPACKEncoderInstruction, _ place: HTTP3Place)
  /// What a decoder stream says (RFC 9204 section 4.4).
  mutating func receive(decoderInstruction: QPACKDecoderInstruction, _ place: HTTP3Place)
  /// Bytes that break the protocol.
  mutating func receive(fault: HTTP3Fault, _ place: HTTP3Place)
  /// From here on it is not known where the frames of the stream begin, since bytes are missing.
  mutating func receiveLoss(_ place: HTTP3Place)
  /// Too many streams are open, and this one is followed no more.
  mutating func receiveAbandonment(of stream: UInt64)
}

extension HTTP3Receiver {
  public mutating func receive(streamType: HTTP3StreamType, _ place: HTTP3Place) {}
  public mutating func receive(push: UInt64, _ place: HTTP3Place) {}
  public mutating func receive(webTransportSession: UInt64, _ place: HTTP3Place) {}
  public mutating func receive(frame: HTTP3FrameHeader, _ place: HTTP3Place) {}
  public mutating func receive(headers: HTTP3Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP3Place) {}
  public mutating func receive(lostHeaders reason: HTTP3LostHeaders, _ place: HTTP3Place) {}
  public mutating func receiveBlocking(_ place: HTTP3Place) {}
  public mutating func receiveUnblocking(_ place: HTTP3Place) {}
  public mutating func receive(data: Span<UInt8>, _ place: HTTP3Place) {}
  public mutating func receive(missingData count: Int64, _ place: HTTP3Place) {}
  public mutating func receiveEnd(_ place: HTTP3Place) {}
  public mutating func receive(reset code: HTTP3ErrorCode, _ place: HTTP3Place) {}
  public mutating func receive(stopSending code: HTTP3ErrorCode, _ place: HTTP3Place) {}
  public mutating func receive(settings: [HTTP3Setting], _ place: HTTP3Place) {}
  public mutating func receive(goaway identifier: UInt64, _ place: HTTP3Place) {}
  public mutating func receive(maxPushID: UInt64, _ place: HTTP3Place) {}
  public mutating func receive(cancelPush: UInt64, _ place: HTTP3Place) {}
  public mutating func receive(
    priorityUpdate value: Span<UInt8>, of element: UInt64, isPush: Bool, _ place: HTTP3Place
  ) {}
  public mutating func receive(origin: Span<UInt8>, _ place: HTTP3Place) {}
  public mutating func receive(other frame: HTTP3FrameHeader, payload: Span<UInt8>, _ place: HTTP3Place) {}
  public mutating func receive(datagram: Span<UInt8>, isCapsule: Bool, _ place: HTTP3Place) {}
  public mutating func receive(capsule type: HTTP3CapsuleType, value: Span<UInt8>, _ place: HTTP3Place) {}
  public mutating func receive(encoderInstruction: QPACKEncoderInstruction, _ place: HTTP3Place) {}
  public mutating func receive(decoderInstruction: QPACKDecoderInstruction, _ place: HTTP3Place) {}
  public mutating func receive(fault: HTTP3Fault, _ place: HTTP3Place) {}
  public mutating func receiveLoss(_ place: HTTP3Place) {}
  public mutating func receiveAbandonment(of stream: UInt64) {}
}
