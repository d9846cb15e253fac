import Dissection
import TextOutput

/// A small text file, read whole.
enum TextFile {
  /// More than this is no filter and no profile.
  private static let limit = 1024 * 1024

  static func read(_ path: String) throws(Failure) -> String {
    let bytes = try WholeFile.bytes(of: path, limit: limit)
    guard bytes.count <= limit else {
      throw Failure("\(path): larger than \(limit) bytes, the maximum", status: ExitStatus.invalidFile)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
