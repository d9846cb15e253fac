// Writes a Swift file that holds profile files as text: ProfileEmbedder OUTPUT FILE...
import Foundation

var source = """
  /// The files of `profiles/`, as they were when this was built.
  enum ShippedProfileFiles {
    static let all: [(name: String, text: String)] = [

  """
for path in CommandLine.arguments.dropFirst(2) {
  let name = URL(filePath: path).lastPathComponent
  let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
  // Written as escaped literals, so that no profile's text can end one.
  source += "    (\(name.debugDescription), \(text.debugDescription)),\n"
}
source += "  ]\n}\n"
try source.write(to: URL(filePath: CommandLine.arguments[1]), atomically: true, encoding: .utf8)
