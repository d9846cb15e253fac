/// Which end of a link a capture shows, or is read from.
///
/// `headwind run --capture` writes the client's end, as a capture on the client's machine would. With `--capture-side both` it writes
/// each packet as both ends saw it: two interfaces in one file. Whoever counts packets, follows streams or judges a client then reads
/// one of the two.
public enum CaptureSide: String, CaseIterable, Sendable {
  /// What the client sent and what reached it.
  case client
  /// What reached the far side, where the server is, and what it sent.
  case server
  /// All of it, in the order of time.
  case both

  /// The names of the interfaces, by which the captures of a link are known.
  public static let clientInterface = "client"
  public static let serverInterface = "far side"

  /// The names of the interfaces that a capture of this side has, in their order.
  public var interfaces: [String] {
    switch self {
    case .client: [Self.clientInterface]
    case .server: [Self.serverInterface]
    case .both: [Self.clientInterface, Self.serverInterface]
    }
  }

  /// The interface that is to be left out, or nil if all packets are wanted.
  ///
  /// A capture of one end is read whole, since `client` is what readers ask for unless they are told otherwise; but the client's
  /// end is not taken for the server's.
  func leftOut(of interfaces: [CaptureInterface]) -> Int? {
    let names = interfaces.map(\.name)
    if names == CaptureSide.both.interfaces {
      return self == .both ? nil : self == .client ? 1 : 0
    }
    return self == .server && names == CaptureSide.client.interfaces ? 0 : nil
  }
}
