import Pages
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
    var hasPolicy = false
    for line in (PageFiles.console["index.html"] ?? "").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<link rel=\"stylesheet\"") {
        if !hasPolicy { text.append("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n") }
        hasPolicy = true
        let name = line.split(separator: "\"").first { $0.hasSuffix(".css") } ?? ""
        text.append("<style nonce=\"\(nonce)\">\n\(PageFiles.console[String(name)] ?? "")</style>\n")
      } else if line.hasPrefix("<script type=\"module\"") {
        text.append("<script type=\"application/json\" id=\"saved\">")
        append(withoutMarkup: bundle, to: &text)
        text.append("</script>\n<script type=\"module\" nonce=\"\(nonce)\">\n")
        text.append(PageModules(PageFiles.console).joined(from: "console.js"))
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
