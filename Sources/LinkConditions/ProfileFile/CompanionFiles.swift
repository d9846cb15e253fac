/// The files that a profile names: tables of delays, delivery traces. The room opens none; whoever reads the profile does.
public struct CompanionFiles: Sendable {
  /// Why a file cannot be read, in words that follow its name.
  public struct Failure: Error, Sendable {
    public let words: String

    public init(_ words: String) {
      self.words = words
    }
  }

  /// There are none.
  public static let none = CompanionFiles { _ throws(Failure) in
    throw Failure("cannot be read from here; give the profile as a file of its own")
  }

  private let contents: @Sendable (String) throws(Failure) -> [UInt8]

  /// - Parameter contents: what a file holds, by the path that stands in the profile, which is relative to the profile.
  public init(_ contents: @escaping @Sendable (String) throws(Failure) -> [UInt8]) {
    self.contents = contents
  }

  func bytes(of path: String) throws(Failure) -> [UInt8] {
    try contents(path)
  }
}
