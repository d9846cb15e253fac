import Glibc

/// What was built along with the tests that run.
public enum BuiltProducts {
  /// The program that runs these tests.
  public static let tests: String = {
    guard let path = realpath("/proc/self/exe", nil) else { return "/proc is not mounted" }
    defer { free(path) }
    return String(cString: path)
  }()

  /// The folder of all products.
  public static let folder = String(tests.prefix(upTo: tests.lastIndex(of: "/") ?? tests.startIndex))

  /// The command under test.
  public static let headwind = folder + "/headwind"
}
