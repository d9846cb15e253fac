/// How `run --strict-link` says that a link fell short of its profile, where the suite reads it.
public enum ShortfallWords {
  /// How such a message begins.
  public static let start = "the link was not what its profile says: "
  /// As a line of standard error begins.
  public static let line = "headwind: " + start
}
