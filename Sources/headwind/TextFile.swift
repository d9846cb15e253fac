import SystemPackage

/// A small text file, read whole.
enum TextFile {
  /// More than this is no filter and no profile.
  private static let limit = 1024 * 1024

  static func read(_ path: String) throws(Failure) -> String {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      defer { try? file.close() }
      var bytes = [UInt8](repeating: 0, count: limit + 1)
      var length = 0
      while length < bytes.count {
        let count = try bytes.withUnsafeMutableBytes { try file.read(into: .init(rebasing: $0[length...])) }
        if count == 0 { return String(decoding: bytes[..<length], as: UTF8.self) }
        length += count
      }
    } catch {
      throw Failure("\(path): cannot read: \(error)", status: ExitStatus.environment)
    }
    throw Failure("\(path): more than \(limit) bytes are too many", status: ExitStatus.invalidFile)
  }
}
