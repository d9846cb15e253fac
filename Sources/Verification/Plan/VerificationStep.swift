import LinkConditions
import VirtualLink

/// One thing to measure of a direction, with a link of its own.
struct VerificationStep {
  enum Kind {
    /// How long packets take.
    case travel
    /// The same of DNS queries.
    case names
    /// What becomes of packets.
    case fates
    /// What becomes of DNS queries.
    case nameFates
    /// How many get through while there are too many.
    case rate
    /// The longest that gets through, and the shortest that does not.
    case mtu
  }

  var kind: Kind
  var order: ProbeOrder
}
