/// Knows of events that have times of their own and belong into a live capture, such as the switches of a link's profile.
public protocol LiveRemarks: AnyObject {
  /// The remarks that are new. It is asked often, so it must answer at once.
  func take() -> [CaptureRemark]
}
