import Pages

/// A file of the page, as it was in `console/` when this was built.
struct PageFile: Sendable {
  var type: String
  var bytes: [UInt8]

  /// By path. There are no folders, so nothing outside of the page can be named.
  static let all: [String: PageFile] = {
    let types = ["html": "text/html", "css": "text/css", "js": "text/javascript", "json": "application/json"]
    var files: [String: PageFile] = [:]
    for (name, text) in PageFiles.console {
      let ending = name.split(separator: ".").last.map(String.init) ?? ""
      let file = PageFile(type: "\(types[ending] ?? "text/plain"); charset=utf-8", bytes: Array(text.utf8))
      files["/" + name] = file
      if name == "index.html" { files["/"] = file }
    }
    return files
  }()
}
