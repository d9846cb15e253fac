/// The checkout that the tests were built from.
public enum Repository {
  /// Its top, three levels above this file.
  public static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

  /// - Parameter path: below the top, such as `docs/fields.md`.
  public static func file(_ path: String) -> String { root + "/" + path }
}
