import Glibc

/// The folder of a suite's captures and reports, which only its user may enter. It is removed together with the console.
final class SuiteFolder: Sendable {
  let path: String

  /// - Throws: `APIProblem` if it cannot be created.
  init() throws(APIProblem) {
    var template = Array("\(ChildCommand.temporaryFolder)/headwind-suite-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw APIProblem(
        500, "cannot create a folder in \(ChildCommand.temporaryFolder): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  /// Removes the folder with all that is in it. Links in it are removed, and not followed.
  func remove() {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if folder >= 0 { Self.empty(folder) }
    rmdir(path)
  }

  /// Removes what is in a folder, and closes it.
  private static func empty(_ folder: CInt) {
    guard let entries = fdopendir(folder) else {
      close(folder)
      return
    }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      guard strcmp(name, ".") != 0, strcmp(name, "..") != 0, unlinkat(folder, name, 0) != 0 else { continue }
      let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if inner >= 0 { empty(inner) }
      unlinkat(folder, name, AT_REMOVEDIR)
    }
  }
}
