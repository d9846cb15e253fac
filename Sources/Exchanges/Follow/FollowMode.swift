/// How the bytes of a followed conversation are shown.
public enum FollowMode: String, CaseIterable, Sendable {
  /// As text, with `.` for what is not printable.
  case ascii
  /// As a dump with offsets, counted for each end.
  case hex
  /// As hexadecimal digits without anything between.
  case raw
  /// As JSON: a line that names the ends, and a line for each piece with its packet and its bytes in base64.
  case json
}
