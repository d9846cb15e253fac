/// A packet that leaves the link.
public struct Departure: Equatable, Sendable {
  /// The engine's name for the packet's bytes.
  public var handle: Int32
  /// When it was admitted.
  public var admitted: LinkInstant
  /// When it was due to leave; the engine may be later than this by its timer's error.
  public var due: LinkInstant

  public init(handle: Int32, admitted: LinkInstant, due: LinkInstant) {
    self.handle = handle
    self.admitted = admitted
    self.due = due
  }
}
