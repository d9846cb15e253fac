import Glibc

/// How many random inputs a test tries.
public enum FuzzCount {
  /// What `HEADWIND_FUZZ_COUNT` says, else a quick sample.
  ///
  /// - Parameter usual: what takes about a second in a debug build.
  public static func or(_ usual: Int) -> Int {
    getenv("HEADWIND_FUZZ_COUNT").flatMap { Int(String(cString: $0)) } ?? usual
  }
}
