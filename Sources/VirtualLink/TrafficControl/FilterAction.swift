import CNetlink

/// What a filter of `tc` does with a packet.
enum FilterAction: Hashable, Sendable {
  /// Drops it (act_gact).
  case drop
  /// Sends it out of another interface, or lets it come in there (act_mirred).
  case redirect(to: Int32, arriving: Bool)
  /// Sets its mark (act_skbedit), and lets it pass or goes on with the next action.
  case mark(UInt32, passing: Bool)

  func write(to message: inout NetlinkMessage) {
    switch self {
    case .drop:
      var parameters = tc_gact()
      parameters.action = TC_ACT_SHOT
      Self.write("gact", to: &message) { $0.attribute(TCA_GACT_PARMS, parameters) }
    case .redirect(let other, let arriving):
      var parameters = tc_mirred()
      parameters.action = TC_ACT_STOLEN
      parameters.eaction = arriving ? TCA_INGRESS_REDIR : TCA_EGRESS_REDIR
      parameters.ifindex = UInt32(bitPattern: other)
      Self.write("mirred", to: &message) { $0.attribute(TCA_MIRRED_PARMS, parameters) }
    case .mark(let mark, let passing):
      var parameters = tc_skbedit()
      parameters.action = passing ? TC_ACT_OK : TC_ACT_PIPE
      Self.write("skbedit", to: &message) {
        $0.attribute(TCA_SKBEDIT_PARMS, parameters)
        $0.attribute(TCA_SKBEDIT_MARK, mark)
      }
    }
  }

  private static func write(_ kind: String, to message: inout NetlinkMessage, _ options: (inout NetlinkMessage) -> Void)
  {
    message.attribute(TCA_ACT_KIND, text: kind)
    message.nest(TCA_ACT_OPTIONS, options)
  }
}
