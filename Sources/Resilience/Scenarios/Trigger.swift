/// An event that shows that a scenario took place. Without it, no verdict means anything.
public enum Trigger: String, Sendable, CaseIterable {
  case clientStarted = "client-started"
  case networkTried = "network-tried"
  case nameAsked = "name-asked"
  case connectionAttempted = "connection-attempted"
  case toldUnreachable = "told-unreachable"
  case connected
  case helloSent = "hello-sent"
  case requestSent = "request-sent"
  case responseStarted = "response-started"
  case everyRequestSent = "every-request-sent"
  case everyRequestDue = "every-request-due"
  case connectionReused = "connection-reused"
  case packetLost = "packet-lost"
  case linkDownTried = "link-down-tried"
  case goawayReceived = "goaway-received"
  case streamReset = "stream-reset"
  case streamsTogether = "streams-together"
  case quicTried = "quic-tried"
  case quicConnected = "quic-connected"
  case quicRetried = "quic-retried"
  case quicVersionRefused = "quic-version-refused"
  case quicForgotten = "quic-forgotten"
  case earlyDataRefused = "early-data-refused"
  case upgraded
  case messageReceived = "message-received"

  /// The event as a phrase that follows "never seen:".
  var words: String {
    switch self {
    case .clientStarted: "the client"
    case .toldUnreachable: "an ICMP error \"host unreachable\""
    case .helloSent: "a ClientHello"
    case .nameAsked: "a DNS query"
    case .connectionAttempted: "a connection attempt"
    case .connected: "a connection"
    case .requestSent: "a request"
    case .responseStarted: "the start of a response"
    case .networkTried: "an attempt to use the network"
    case .everyRequestSent: "each of the requests that it was asked to send"
    case .everyRequestDue: "the time of each request that it was asked for"
    case .connectionReused: "a second request on a connection"
    case .packetLost: "a packet that the link lost"
    case .goawayReceived: "a GOAWAY"
    case .streamReset: "a stream that the server reset"
    case .quicTried: "a packet of QUIC"
    case .quicConnected: "a connection of QUIC"
    case .quicRetried: "a Retry of QUIC"
    case .quicVersionRefused: "a Version Negotiation packet of QUIC"
    case .quicForgotten: "a stateless reset of QUIC"
    case .earlyDataRefused: "0-RTT that the server did not take"
    case .streamsTogether: "two streams of HTTP/2 that were open together"
    case .upgraded: "a WebSocket that the server accepted"
    case .messageReceived: "a whole message of the server"
    case .linkDownTried: "an attempt to use the network while the link was down"
    }
  }
}
