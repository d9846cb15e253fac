/// What is known about a captured frame, apart from its bytes.
///
/// The bytes are passed separately as a `Span<UInt8>`, so that no frame is copied on the way from a file to a printed
/// line. Their count is the captured length.
public struct Frame: Hashable, Sendable {
  /// Which way a frame went, as seen by the interface that captured it.
  public enum Direction: UInt8, Sendable {
    /// Not said.
    case unknown = 0
    /// Received.
    case inbound = 1
    /// Sent.
    case outbound = 2
  }

  /// The number in the capture, from 1.
  public var number: Int
  /// When the frame was seen.
  public var timestamp: Timestamp
  /// The whole seconds of `timestamp` that the file stores in the field for the fraction of a second. A valid file has
  /// none there.
  public var fractionSeconds: UInt16 = 0
  /// The type of the first header.
  public var linkType: LinkType
  /// The length on the wire in bytes. In a valid capture, the captured length is not larger.
  public var originalLength: Int
  /// The interface within its section (pcapng), or 0.
  public var interfaceID: Int
  /// The direction of the frame.
  public var direction: Direction

  /// A captured frame.
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
