/// Whose uplink and downlink the conditions on an interface of the host are.
public enum ConditionViewpoint: String, CaseIterable, Sendable {
  /// The host's: what it sends on the interface is uplink.
  case host
  /// Those of a device that the interface leads to (a phone on the host's access point, a container): what the host sends on the
  /// interface is the device's downlink.
  case device

  /// For the line that says what is in force.
  var description: String {
    switch self {
    case .host: "uplink is what this host sends there"
    case .device: "uplink is what comes in there, from the device"
    }
  }
}
