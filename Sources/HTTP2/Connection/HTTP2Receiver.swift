/// One of the two ends of a connection. Which of them is the client is found out by reading.
public enum HTTP2Side: UInt8, Hashable, Sendable, CaseIterable {
  /// The end that the capture calls the first: the client, where that is known.
  case first = 0
  /// The other end.
  case second = 1

  /// The other end.
  public var other: HTTP2Side { self == .first ? .second : .first }
  var index: Int { Int(rawValue) }
}

/// Where something was said: who said it, on which stream, and in which bytes.
public struct HTTP2Place: Hashable, Sendable {
  /// Who sent it.
  public var side: HTTP2Side
  /// The stream; 0 is the connection.
  public var stream: UInt32
  /// The offsets in the sender's bytes. For data, those of the data; for all else, those of the frame (or of the frames of a field
  /// block) with its header, as far as it has come.
  public var range: Range<Int64>

  /// - Parameter range: where the bytes are in the stream of their sender.
  public init(side: HTTP2Side, stream: UInt32, range: Range<Int64>) {
    self.side = side
    self.stream = stream
    self.range = range
  }
}

/// What a field section is.
public struct HTTP2Headers: Hashable, Sendable {
  /// What a block of fields is.
  public enum Kind: Hashable, Sendable {
    /// The fields of a request (RFC 9113 section 8.3.1).
    case request
    /// The final response.
    case response
    /// A 1xx response, with its status.
    case interim(Int)
    /// The fields after a body (RFC 9113 section 8.1).
    case trailers
    /// The request of a pushed stream.
    case pushPromise(UInt32)
    /// Not known, since what came before or part of the fields is not.
    case unknown
  }

  /// What it is.
  public var kind: Kind
  /// Whether the sender's half of the stream ends with it. `end` is called besides.
  public var endsStream: Bool
  /// The priority in the frame (RFC 7540 section 6.2).
  public var priority: HTTP2Priority?
  /// What is wrong with the fields.
  public var flaws: HTTP2FieldFlaws

  /// - Parameter endsStream: whether nothing follows from this sender.
  public init(kind: Kind, endsStream: Bool, priority: HTTP2Priority?, flaws: HTTP2FieldFlaws) {
    self.kind = kind
    self.endsStream = endsStream
    self.priority = priority
    self.flaws = flaws
  }
}

/// Why a field section cannot be shown.
public enum HTTP2LostHeaders: Hashable, Sendable {
  /// Bytes of it are not in the capture.
  case missing
  /// It cannot be decoded.
  case undecodable
  /// It is longer than the limit.
  case tooLong
  /// Another frame came where it had to be continued.
  case interrupted
}

/// Who may not send, as far as the capture tells.
public struct HTTP2Stall: Hashable, Sendable {
  /// Who has to wait for a window update of the other end.
  public var sender: HTTP2Side
  /// The stream whose window is used up; 0 is the connection's window, for which all of the sender's streams wait.
  public var stream: UInt32
  /// How much may be sent: nothing, or less where the window was made smaller.
  public var window: Int64

  /// - Parameters:
  ///   - sender: whose bytes the window bounds.
  ///   - stream: 0 for the whole connection.
  ///   - window: bytes that may still be sent; negative after a smaller setting (RFC 9113 section 6.9.2).
  public init(sender: HTTP2Side, stream: UInt32, window: Int64) {
    self.sender = sender
    self.stream = stream
    self.window = window
  }
}

/// Who is told what a connection says. Calls come in stream order for each side.
///
/// Every method has an implementation that does nothing.
public protocol HTTP2Receiver {
  /// The client's preface.
  mutating func receivePreface(_ place: HTTP2Place)
  /// A frame begins. What it says follows, once it is whole; its bytes are `place.range`, whether all came or not.
  mutating func receive(frame: HTTP2FrameHeader, _ place: HTTP2Place)
  /// A field section.
  mutating func receive(headers: HTTP2Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP2Place)
  /// There was a field section, which cannot be shown.
  mutating func receive(lostHeaders reason: HTTP2LostHeaders, endsStream: Bool, _ place: HTTP2Place)
  /// Some of a body.
  mutating func receive(data: Span<UInt8>, _ place: HTTP2Place)
  /// Bytes of a body are not in the capture. Where the frame was padded, padding may be among them.
  mutating func receive(missingData count: Int, _ place: HTTP2Place)
  /// The sender has ended its half of the stream.
  mutating func receiveEnd(_ place: HTTP2Place)
  /// The sender has reset the stream.
  mutating func receive(reset code: HTTP2ErrorCode, _ place: HTTP2Place)
  /// The sender takes no new streams beyond the last that it names.
  mutating func receive(
    goaway code: HTTP2ErrorCode, lastStream: UInt32, debugData: Span<UInt8>, _ place: HTTP2Place)
  /// The sender's settings, or, where there are none, its word that the other end's are in force.
  mutating func receive(settings: [HTTP2Setting], isAcknowledgment: Bool, _ place: HTTP2Place)
  /// A WINDOW_UPDATE frame (RFC 9113 section 6.9).
  mutating func receive(windowUpdate increment: UInt32, _ place: HTTP2Place)
  /// A PING frame (RFC 9113 section 6.7).
  mutating func receive(ping data: UInt64, isAcknowledgment: Bool, _ place: HTTP2Place)
  /// A PRIORITY frame (RFC 9113 section 6.3).
  mutating func receive(priority: HTTP2Priority, _ place: HTTP2Place)
  /// PRIORITY_UPDATE (RFC 9218 section 7.1) of a stream.
  mutating func receive(priorityUpdate value: Span<UInt8>, of stream: UInt32, _ place: HTTP2Place)
  /// ALTSVC (RFC 7838 section 4): the origin, which is empty on a stream, and the value of `Alt-Svc`.
  mutating func receive(alternativeService value: Span<UInt8>, origin: Span<UInt8>, _ place: HTTP2Place)
  /// One origin of an ORIGIN frame (RFC 8336).
  mutating func receive(origin: Span<UInt8>, _ place: HTTP2Place)
  /// The payload of a frame of another type.
  mutating func receive(other frame: HTTP2FrameHeader, payload: Span<UInt8>, _ place: HTTP2Place)
  /// A sender has used up a window before it ended what it sends.
  mutating func receive(stall: HTTP2Stall, _ place: HTTP2Place)
  /// The window that a sender had used up is open again, by the frame at `place`.
  mutating func receive(resumption: HTTP2Stall, _ place: HTTP2Place)
  /// Bytes that break the protocol.
  mutating func receive(fault: HTTP2Fault, _ place: HTTP2Place)
  /// From here on it is not known where frames begin: bytes, and perhaps whole frames of any stream, are missing.
  mutating func receiveLoss(_ place: HTTP2Place)
  /// Frames were found again; `skipped` captured bytes were passed over.
  mutating func receiveRecovery(skipped: Int64, _ place: HTTP2Place)
  /// Too many streams are open, and this one is followed no more.
  mutating func receiveAbandonment(of stream: UInt32)
}

extension HTTP2Receiver {
  public mutating func receivePreface(_ place: HTTP2Place) {}
  public mutating func receive(frame: HTTP2FrameHeader, _ place: HTTP2Place) {}
  public mutating func receive(headers: HTTP2Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP2Place) {}
  public mutating func receive(lostHeaders reason: HTTP2LostHeaders, endsStream: Bool, _ place: HTTP2Place) {}
  public mutating func receive(data: Span<UInt8>, _ place: HTTP2Place) {}
  public mutating func receive(missingData count: Int, _ place: HTTP2Place) {}
  public mutating func receiveEnd(_ place: HTTP2Place) {}
  public mutating func receive(reset code: HTTP2ErrorCode, _ place: HTTP2Place) {}
  public mutating func receive(
    goaway code: HTTP2ErrorCode, lastStream: UInt32, debugData: Span<UInt8>, _ place: HTTP2Place
  ) {}
  public mutating func receive(settings: [HTTP2Setting], isAcknowledgment: Bool, _ place: HTTP2Place) {}
  /// A WINDOW_UPDATE frame (RFC 9113 section 6.9).
  public mutating func receive(windowUpdate increment: UInt32, _ place: HTTP2Place) {}
  /// A PING frame (RFC 9113 section 6.7).
  public mutating func receive(ping data: UInt64, isAcknowledgment: Bool, _ place: HTTP2Place) {}
  /// A PRIORITY frame (RFC 9113 section 6.3).
  public mutating func receive(priority: HTTP2Priority, _ place: HTTP2Place) {}
  public mutating func receive(priorityUpdate value: Span<UInt8>, of stream: UInt32, _ place: HTTP2Place) {}
  public mutating func receive(alternativeService value: Span<UInt8>, origin: Span<UInt8>, _ place: HTTP2Place) {}
  public mutating func receive(origin: Span<UInt8>, _ place: HTTP2Place) {}
  public mutating func receive(other frame: HTTP2FrameHeader, payload: Span<UInt8>, _ place: HTTP2Place) {}
  public mutating func receive(stall: HTTP2Stall, _ place: HTTP2Place) {}
  public mutating func receive(resumption: HTTP2Stall, _ place: HTTP2Place) {}
  /// Bytes that break the protocol.
  public mutating func receive(fault: HTTP2Fault, _ place: HTTP2Place) {}
  public mutating func receiveLoss(_ place: HTTP2Place) {}
  public mutating func receiveRecovery(skipped: Int64, _ place: HTTP2Place) {}
  public mutating func receiveAbandonment(of stream: UInt32) {}
}
