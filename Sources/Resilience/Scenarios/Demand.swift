/// What a scenario can ask of a client.
public enum Demand: Sendable {
  /// It ends with a status other than 0, because it did not get what it asked for.
  case reportsFailure
  /// It ends by its deadline, with a tenth of it as tolerance.
  case givesUpByDeadline
  /// It opens no TCP connection at all.
  case opensNothing
  /// It opens no connection and asks no name after its deadline.
  case startsNothingAfterDeadline
  /// It ends each connection that was established, with FIN or RST, by its deadline.
  case closesConnections

  /// In words that follow "the client".
  var words: String {
    switch self {
    case .reportsFailure: "says by its exit status that it failed"
    case .givesUpByDeadline: "gives up by its deadline (+10 %)"
    case .opensNothing: "opens no connection"
    case .startsNothingAfterDeadline: "starts nothing after its deadline"
    case .closesConnections: "closes its connections by its deadline"
    }
  }
}
