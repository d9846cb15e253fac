/// How `run` says that a capture or a log of servers is incomplete, where the suite reads it.
public enum RecordingWords {
  /// How such a line of standard error begins.
  public static let line = "headwind: not everything was recorded: "
}
