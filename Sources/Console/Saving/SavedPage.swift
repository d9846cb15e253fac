import TextOutput

/// The page as one HTML file that needs nothing else: its style, its modules, and answers of the API instead of a console to ask.
enum SavedPage {
  /// Writes the file.
  /// - Parameter bundle: a JSON object, which the page finds in the element `saved`.
  static func append(_ bundle: TextBuffer, to text: inout TextBuffer) {
    // Only what has this number is run or used as style, so nothing that was captured is.
    let nonce = AccessGuard.makeToken()
    let policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src data:; base-uri 'none'; "
      + "form-action 'none'; require-trusted-types-for 'script'"
    let files = Dictionary(ConsolePageFiles.all.map { ($0.name, $0.text) }) { first, _ in first }
    for line in (files["index.html"] ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<link rel=\"stylesheet\"") {
        text.append("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n")
        text.append("<style nonce=\"\(nonce)\">\n\(files["console.css"] ?? "")</style>\n")
      } else if line.hasPrefix("<script type=\"module\"") {
        text.append("<script type=\"application/json\" id=\"saved\">")
        append(withoutMarkup: bundle, to: &text)
        text.append("</script>\n<script type=\"module\" nonce=\"\(nonce)\">\n")
        text.append(PageModules(files).joined(from: "console.js").replacing("</script", with: "<\\/script"))
        text.append("</script>\n")
      } else {
        text.append(String(line) + "\n")
      }
    }
  }

  /// JSON without `<`, which only stands in its strings: no text in it can end the element.
  private static func append(withoutMarkup json: TextBuffer, to text: inout TextBuffer) {
    json.withBytes { bytes in
      var start = 0
      for place in bytes.indices where bytes[place] == UInt8(ascii: "<") {
        text.append(bytes.extracting(start..<place))
        text.append("\\u003c")
        start = place + 1
      }
      text.append(bytes.extracting(start..<bytes.count))
    }
  }
}

/// The modules of the page, which a page in a file cannot import, as one script.
///
/// Each becomes a function that returns what it exports, so names in one concern no other. The first one, which exports nothing,
/// becomes a block, since it may wait for something.
struct PageModules {
  private let files: [String: String]
  private var done: Set<String> = []
  private var script = "const modules = {};\n"

  init(_ files: [String: String]) { self.files = files }

  /// The module and all that it imports.
  func joined(from name: String) -> String {
    var modules = self
    modules.add(name)
    return modules.script
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
