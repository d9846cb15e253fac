/// The viewpoint from which uplink and downlink are named when an interface of the host is conditioned.
public enum ConditionViewpoint: String, CaseIterable, Sendable {
  /// The host's viewpoint: what the host sends on the interface is uplink.
  case host
  /// The viewpoint of a device behind the interface (a phone on the host's access point, a container): what the host
  /// sends on the interface is the device's downlink.
  case device

  /// The text for the line that says which conditions are in force.
  var description: String {
    switch self {
    case .host: "uplink is what this host sends there"
    case .device: "uplink is what comes in there, from the device"
    }
  }
}
