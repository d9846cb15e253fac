import Glibc

/// A folder that exists for the length of one call.
public enum TemporaryFolder {
  public static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    var template = Array("/tmp/headwind-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ToolError("no folder can be made in /tmp: \(errno)") }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { remove(path) }
    // tcpdump gives up its privileges before it opens a file.
    chmod(path, 0o755)
    return try body(path)
  }

  /// Removes a file, or a folder with all that is in it.
  private static func remove(_ path: String) {
    if unlink(path) != 0, let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
          tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        guard name != ".", name != ".." else { continue }
        remove(path + "/" + name)
      }
      closedir(folder)
      rmdir(path)
    }
  }
}
