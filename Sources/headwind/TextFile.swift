import Dissection
import TextOutput

/// Reads small text files.
enum TextFile {
  /// The largest file: no filter or profile is larger.
  private static let limit = 1024 * 1024

  static func read(_ path: String) throws(Failure) -> String {
    let bytes = try WholeFile.bytes(of: path, limit: limit)
    guard bytes.count <= limit else {
      throw Failure("\(path): larger than \(limit) bytes, the maximum", status: ExitStatus.invalidFile)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
