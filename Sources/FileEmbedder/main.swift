// Writes a Swift file that holds files of the repository:
//   FileEmbedder TYPE OUTPUT FILE...                     files as text
//   FileEmbedder --library TYPE OUTPUT COMPILER SOURCE   a shared library, which it compiles from C
import Foundation

/// Files as escaped literals, so that no file's text can end one.
func textFiles(_ type: String, _ paths: ArraySlice<String>) throws -> String {
  var source = """
    /// Files of the repository, as they were when this was built.
    enum \(type) {
      static let all: [(name: String, text: String)] = [

    """
  for path in paths {
    let file = URL(filePath: path)
    // A trace is named without its ending, a profile says its name itself.
    let name = file.pathExtension == "trace" ? file.deletingPathExtension().lastPathComponent : file.lastPathComponent
    let text = try String(contentsOf: file, encoding: .utf8)
    source += "    (\(name.debugDescription), \(text.debugDescription)),\n"
  }
  return source + "  ]\n}\n"
}

/// A library in base64. It is linked with nothing, and takes its symbols from the program that loads it.
func library(_ type: String, compiler: String, source: String, folder: URL) throws -> String {
  let object = folder.appending(path: "\(type)-\(ProcessInfo.processInfo.processIdentifier).so")
  defer { try? FileManager.default.removeItem(at: object) }
  let process = Process()
  process.executableURL = URL(filePath: compiler)
  process.arguments = [
    "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-fvisibility=hidden", "-fno-stack-protector", "-shared",
    "-nostdlib", "-fuse-ld=lld", "-s", "-o", object.path, source,
  ]
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
  return """
    /// \(URL(filePath: source).lastPathComponent), compiled, in base64.
    enum \(type) {
      static let base64 = "\(try Data(contentsOf: object).base64EncodedString())"
    }

    """
}

var words = CommandLine.arguments.dropFirst()
let isLibrary = words.first == "--library"
if isLibrary { words.removeFirst() }
let (type, output) = (words.removeFirst(), URL(filePath: words.removeFirst()))
let source =
  isLibrary
  ? try library(
    type, compiler: words.removeFirst(), source: words.removeFirst(), folder: output.deletingLastPathComponent())
  : try textFiles(type, words)
// A file that is written anew makes everything that depends on it compile again.
if (try? String(contentsOf: output, encoding: .utf8)) != source {
  try source.write(to: output, atomically: true, encoding: .utf8)
}
