/// The event on the wire that shows that a scenario took place.
public enum Trigger: String, Sendable, CaseIterable {
  case clientStarted = "client-started"
  case nameAsked = "name-asked"
  case connectionAttempted = "connection-attempted"
  case toldUnreachable = "told-unreachable"
  case connected
  case helloSent = "hello-sent"
  case requestSent = "request-sent"
  case responseStarted = "response-started"

  /// The event as a phrase that follows "never seen on the wire:".
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
    }
  }
}
