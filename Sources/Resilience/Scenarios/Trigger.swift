/// What must have happened on the wire for a scenario to have put its question at all.
public enum Trigger: Sendable {
  case nameAsked
  case connectionAttempted
  case requestSent
  case responseStarted

  /// In words that follow "never seen on the wire:".
  var words: String {
    switch self {
    case .nameAsked: "a DNS query"
    case .connectionAttempted: "an attempt to connect"
    case .requestSent: "a request"
    case .responseStarted: "the start of a response"
    }
  }
}
