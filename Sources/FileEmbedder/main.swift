// Writes a Swift file that holds files as text: FileEmbedder TYPE OUTPUT FILE...
import Foundation

let type = CommandLine.arguments[1]
var source = """
  /// Files of the repository, as they were when this was built.
  enum \(type) {
    static let all: [(name: String, text: String)] = [

  """
for path in CommandLine.arguments.dropFirst(3) {
  let file = URL(filePath: path)
  // A trace is named without its ending, a profile says its name itself.
  let name = file.pathExtension == "trace" ? file.deletingPathExtension().lastPathComponent : file.lastPathComponent
  let text = try String(contentsOf: file, encoding: .utf8)
  // Written as escaped literals, so that no file's text can end one.
  source += "    (\(name.debugDescription), \(text.debugDescription)),\n"
}
source += "  ]\n}\n"
try source.write(to: URL(filePath: CommandLine.arguments[2]), atomically: true, encoding: .utf8)
