/// From which end a capture of a link is read.
///
/// `headwind run --capture` writes each packet twice, as the client's end and as the far side's end of the link saw it: two interfaces
/// in one file. Whoever counts packets, follows streams or judges a client takes one of the two.
public enum CaptureSide: String, CaseIterable, Sendable {
  /// What the client sent and what reached it.
  case client
  /// What reached the far side and what it sent.
  case farSide = "far-side"
  /// All of it, in the order of time.
  case both

  /// The names of the two interfaces, by which such a capture is known.
  public static let clientInterface = "client"
  public static let farSideInterface = "far side"

  /// The interface that is to be left out, or nil if this is no capture of both ends, or both are wanted.
  func leftOut(of interfaces: [CaptureInterface]) -> Int? {
    guard self != .both, interfaces.count == 2, interfaces[0].name == Self.clientInterface,
      interfaces[1].name == Self.farSideInterface
    else { return nil }
    return self == .client ? 1 : 0
  }
}
