/// The files that a profile names: tables of delays, delivery traces. This module opens no files; the code that reads
/// the profile does.
public struct CompanionFiles: Sendable {
  /// Why a file cannot be read, in words that follow its name.
  public struct Failure: Error, Sendable {
    /// What is wrong.
    public let words: String

    /// An error in these words.
    public init(_ words: String) {
      self.words = words
    }
  }

  /// No files.
  public static let none = CompanionFiles { _ throws(Failure) in
    throw Failure("cannot be read here; write the profile to a file and pass that")
  }

  private let contents: @Sendable (String) throws(Failure) -> [UInt8]

  /// - Parameter contents: returns the contents of the file at a path. The path is the one in the profile, which is
  ///   relative to the profile.
  public init(_ contents: @escaping @Sendable (String) throws(Failure) -> [UInt8]) {
    self.contents = contents
  }

  package func bytes(of path: String) throws(Failure) -> [UInt8] {
    try contents(path)
  }
}
