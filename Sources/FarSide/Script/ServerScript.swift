/// What a server does with its clients.
public struct ServerScript: Sendable, Hashable {
  /// How the server's port answers a SYN.
  public enum Listening: String, Sendable, CaseIterable {
    /// Connections are accepted.
    case accept
    /// Nothing listens: a SYN is answered with RST.
    case refuse
    /// The backlog is full and nothing is ever accepted: a SYN is not answered.
    case never
  }

  /// How lists of steps are assigned.
  public enum Acts: Sendable, Hashable {
    /// The first connection plays the first list, and so on. The last list serves all further connections. A list that
    /// reads requests starts again if it is finished and the connection is still open.
    case connections([[ServerStep]])
    /// The first request, on whichever connection, plays the first list, and so on. The last list serves all further
    /// requests. A list is played when its request has been read completely, or its head if the list begins with `readHead`.
    case requests([[ServerStep]])
    /// Each request takes the first route whose condition it meets, and plays the next list of this route. A request without a route
    /// gets a 404.
    case routes([ServerRoute])
  }

  public var listening: Listening
  public var acts: Acts
  /// The size of the receive buffer, for a server that does not read; nil for the kernel's default.
  public var receiveBuffer: Int?
  /// What it does with clients that speak HTTP/2; nil if it speaks only HTTP/1.1.
  public var http2: HTTP2Script?

  public init(
    listening: Listening = .accept, acts: Acts, receiveBuffer: Int? = nil, http2: HTTP2Script? = nil
  ) {
    self.listening = listening
    self.acts = acts
    self.receiveBuffer = receiveBuffer
    self.http2 = http2
  }
}
