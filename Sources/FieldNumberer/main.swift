// Writes the type of the fields' numbers: FieldNumberer OUTPUT FILE...
//
// A definition is `Field(.ipSrc, "ip.src", ...)`, in whichever of the files. Each becomes a case, so that a field is a number
// that the compiler knows, and nobody counts them.
import Foundation

/// The names of the fields: as cases, and as display filters have them.
var fields: [(name: String, filter: String)] = []
for path in CommandLine.arguments.dropFirst(2) {
  let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
  guard text.contains("Field(") else { continue }
  fields += text.matches(of: /\bField\(\s*\.([a-zA-Z]\w*)\s*,\s*"([^"]+)"/).map { (String($0.1), String($0.2)) }
}

let repeated = Dictionary(grouping: fields, by: \.name).filter { $0.value.count > 1 }.keys.sorted()
guard repeated.isEmpty else {
  print("error: fields are defined more than once: \(repeated.joined(separator: ", "))")
  exit(1)
}

let source = """
  /// A field of the table, by its place in it.
  public enum FieldID: UInt16, CaseIterable, Hashable, Sendable {
  \(fields.map { "  /// `\($0.filter)`\n  case \($0.name)" }.joined(separator: "\n"))
  }

  """
// A file that is left alone makes nothing else stale.
let output = URL(filePath: CommandLine.arguments[1])
let before = try? String(contentsOf: output, encoding: .utf8)
if before != source {
  try source.write(to: output, atomically: true, encoding: .utf8)
}
