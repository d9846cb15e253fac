/// The end of a link that a capture shows or that is read.
///
/// `headwind run --capture` writes the client's end, as a capture on the client's machine would. With `--capture-side
/// both`, it writes each packet at both ends, as two interfaces in one file. Code that counts packets, follows
/// streams or judges a client must then read only one of them.
public enum CaptureSide: String, CaseIterable, Sendable {
  /// The client's end: what the client sent and received.
  case client
  /// The server's end: what the far side sent and received.
  case server
  /// Both ends, in order of time.
  case both

  /// The names of the interfaces, which identify captures of a link.
  public static let clientInterface = "client"
  /// The name of the interface of the far side's end.
  public static let serverInterface = "far side"

  /// The names of the interfaces in a capture of this side, in order.
  public var interfaces: [String] {
    switch self {
    case .client: [Self.clientInterface]
    case .server: [Self.serverInterface]
    case .both: [Self.clientInterface, Self.serverInterface]
    }
  }

  /// The interface to leave out, or nil if all packets are wanted.
  ///
  /// `client` is the default of readers, so a capture of only the server's end is then read completely. But if
  /// `server` is wanted, the client's end is not read instead.
  func leftOut(of interfaces: some RandomAccessCollection<CaptureInterface>) -> Int? {
    // A file can describe many interfaces, and this is asked after each.
    guard interfaces.count <= CaptureSide.both.interfaces.count else { return nil }
    let names = interfaces.map(\.name)
    if names == CaptureSide.both.interfaces {
      return self == .both ? nil : self == .client ? 1 : 0
    }
    return self == .server && names == CaptureSide.client.interfaces ? 0 : nil
  }
}
