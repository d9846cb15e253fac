/// A file that a program sees in place of the file at that path. It exists only in memory.
public struct ProgramFile: Hashable, Sendable {
  public var path: String
  public var bytes: [UInt8]

  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  public init(path: String, _ text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}
