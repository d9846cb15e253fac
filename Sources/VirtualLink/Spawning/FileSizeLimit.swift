import CLinux

/// The limit on the size of files that a process writes: RLIMIT_FSIZE of getrlimit(2), `ulimit -f` of the shell.
public enum FileSizeLimit {
  /// Lets a write beyond the limit fail with EFBIG, as it fails on a full disk, instead of ending this process by SIGXFSZ. Programs that are
  /// started later have the signal as this process had it. Call it first.
  public static func failInsteadOfEnding() {
    hw_outlive_file_size_limit()
  }
}
