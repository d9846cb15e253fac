import Dissection
import FoundationEssentials
import Glibc
import TextOutput

/// A YAML file that a user begins with, and its schema in the same directory.
///
/// The file names the schema by its modeline. The path is relative, so both files can be committed and moved together, and the
/// editor needs no network.
struct NewFile {
  var path: String
  var schema: EditorSchema

  /// The line that the YAML language server reads (Red Hat's yaml-language-server, "Using inlined schema").
  var modeline: String { "# yaml-language-server: $schema=\(schema.fileName)\n" }

  func write(_ text: String) throws {
    guard access(path, F_OK) != 0 else {
      throw Failure("\(path) exists and is not replaced", remedy: "name another file", status: ExitStatus.environment)
    }
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data((modeline + text).utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
      try Data(schema.text.utf8).write(to: folder.appending(path: schema.fileName))
    } catch {
      throw Failure("cannot write \(path): \(error)", status: ExitStatus.environment)
    }
    StandardOutput.tell("wrote \(path)")
    StandardOutput.tell("wrote \(schema.fileName) beside it, for editors")
  }
}
