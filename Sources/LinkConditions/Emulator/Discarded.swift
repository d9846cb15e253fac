/// A packet that was queued and that will not leave after all.
public struct Discarded: Equatable, Sendable {
  /// The engine's handle for the packet's bytes.
  public var handle: Int32
  /// When it was admitted.
  public var admitted: LinkInstant
  /// When it was dropped.
  public var instant: LinkInstant
  /// Why.
  public var reason: Admission.Drop

  /// A packet that had been admitted and does not leave.
  public init(handle: Int32, admitted: LinkInstant, instant: LinkInstant, reason: Admission.Drop) {
    self.handle = handle
    self.admitted = admitted
    self.instant = instant
    self.reason = reason
  }
}
