/// What is known of a captured frame besides its bytes.
///
/// The bytes travel beside it as a `Span<UInt8>`, so that no frame is copied on the way from a file to a printed line;
/// their count is the captured length.
public struct Frame: Hashable, Sendable {
  /// Which way a frame went, as seen by the interface that captured it.
  public enum Direction: UInt8, Sendable {
    case unknown = 0
    case inbound = 1
    case outbound = 2
  }

  /// The place in the capture, from 1.
  public var number: Int
  /// When it was seen.
  public var timestamp: Timestamp
  /// The whole seconds of `timestamp` that the file has in the field for their fraction. A sound file has none there.
  public var fractionSeconds: UInt16 = 0
  /// What its first header is.
  public var linkType: LinkType
  /// The length on the wire, in bytes. A truthful capture has captured no more than this.
  public var originalLength: Int
  /// The interface within its section (pcapng), or 0.
  public var interfaceID: Int
  /// Which way it went.
  public var direction: Direction

  public init(
    number: Int, timestamp: Timestamp, linkType: LinkType, originalLength: Int, interfaceID: Int = 0,
    direction: Direction = .unknown
  ) {
    self.number = number
    self.timestamp = timestamp
    self.linkType = linkType
    self.originalLength = originalLength
    self.interfaceID = interfaceID
    self.direction = direction
  }
}
