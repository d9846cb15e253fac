import Glibc

/// Whole files, in and out.
public enum Files {
  public static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "re") else { throw ToolError("\(path) cannot be read: \(errno)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
    return bytes
  }

  public static func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }

  public static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "we") else { throw ToolError("\(path) cannot be written: \(errno)") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw ToolError("\(path) cannot be written: \(errno)") }
  }

  public static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }
}
