/// The modules of the page, which a page in a file cannot import, as one script.
///
/// Each becomes a function that returns what it exports, so names in one concern no other. The first one, which exports nothing,
/// becomes a block, since it may wait for something.
package struct PageModules {
  private let files: [String: String]
  private var done: Set<String> = []
  private var script = "const modules = {};\n"

  package init(_ files: [String: String]) { self.files = files }

  /// The module and all that it imports, as the text of an element `script`.
  package func joined(from name: String) -> String {
    var modules = self
    modules.add(name)
    return modules.script.replacing("</script", with: "<\\/script")
  }

  private mutating func add(_ name: String) {
    let isFirst = done.isEmpty
    guard done.insert(name).inserted, let source = files[name] else { return }
    var body = ""
    var exports: [String] = []
    var statement = ""
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.dropLast(source.hasSuffix("\n") ? 1 : 0) {
      if !statement.isEmpty || line.hasPrefix("import {") {
        statement += line + " "
        guard line.hasSuffix(";") else { continue }
        body += imported(statement)
        statement = ""
      } else if line.hasPrefix("export ") {
        let declaration = line.dropFirst("export ".count)
        exports += Self.name(of: declaration).map { [$0] } ?? []
        body += declaration + "\n"
      } else {
        body += line + "\n"
      }
    }
    guard !isFirst else { return script += "{\n\(body)}\n" }
    script += "modules['\(name)'] = (() => {\n\(body)return {\(exports.joined(separator: ", "))};\n})();\n"
  }

  /// `import {a, b} from './x.js';` as a look at what that module has returned, which comes before.
  private mutating func imported(_ statement: String) -> String {
    guard let open = statement.firstIndex(of: "{"), let close = statement.firstIndex(of: "}"),
      let path = statement.firstRange(of: "'./"), let end = statement.lastIndex(of: "'")
    else { return "" }
    let name = String(statement[path.upperBound..<end])
    add(name)
    return "const \(statement[open...close]) = modules['\(name)'];\n"
  }

  /// The name that a declaration declares.
  private static func name(of declaration: Substring) -> String? {
    declaration.split { " (=;{".contains($0) }.first { !["async", "function", "class", "const", "let"].contains($0) }
      .map { String($0.drop { $0 == "*" }) }
  }
}
