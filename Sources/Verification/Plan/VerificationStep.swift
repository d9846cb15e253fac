import LinkConditions
import VirtualLink

/// One measurement of a direction, with its own link.
struct VerificationStep {
  enum Kind {
    /// How long packets take.
    case travel
    /// How long DNS queries take.
    case names
    /// What becomes of packets.
    case fates
    /// What becomes of DNS queries.
    case nameFates
    /// How many packets get through when too many are sent.
    case rate
    /// The longest packet that gets through, and the shortest that does not.
    case mtu
  }

  var kind: Kind
  var order: ProbeOrder
}
