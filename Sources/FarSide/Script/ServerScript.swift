/// What a server does with those who connect to it.
public struct ServerScript: Sendable, Hashable {
  /// How the server's port meets a SYN.
  public enum Listening: String, Sendable, CaseIterable {
    /// Connections are accepted.
    case accept
    /// Nobody listens: a SYN is answered with RST.
    case refuse
    /// The backlog is full and nothing is ever accepted: a SYN is not answered.
    case never
  }

  /// How the lists of steps are handed out.
  public enum Acts: Sendable, Hashable {
    /// The first connection plays the first list, and so on; the last list is for all that follow. A list that reads starts
    /// again when it is over and the connection still open.
    case connections([[ServerStep]])
    /// The first request, on whichever connection, is answered by the first list, and so on; the last list is for all that
    /// follow. Each is played once the request has been read to its end.
    case requests([[ServerStep]])
  }

  public var listening: Listening
  public var acts: Acts
  /// How many bytes the kernel keeps for a server that does not read, or nil for its own choice.
  public var receiveBuffer: Int?

  public init(
    listening: Listening = .accept, acts: Acts, receiveBuffer: Int? = nil
  ) {
    self.listening = listening
    self.acts = acts
    self.receiveBuffer = receiveBuffer
  }
}
