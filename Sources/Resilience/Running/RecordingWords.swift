/// The words with which `run` says that a capture or a log of servers is incomplete, where the suite reads it.
public enum RecordingWords {
  /// The first words of such a line of standard error.
  public static let line = "headwind: not everything was recorded: "
}
