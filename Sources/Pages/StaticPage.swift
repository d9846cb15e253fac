internal import Cryptography

/// A single HTML page without a script, which works from a disk and without a network.
package enum StaticPage {
  /// The page. A Content-Security-Policy allows only its own style sheet, no scripts and no network access.
  /// - Parameters:
  ///   - title: what the browser shows as the title, as HTML.
  ///   - style: the style sheet.
  ///   - body: what is shown, as HTML.
  package static func text(title: String, style: String, body: String) -> String {
    let hash = Base64.text(Digest.sha256(Array(style.utf8)))
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; \
      form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body)
      </body>
      </html>

      """
  }

  /// Escapes text for HTML. It works on scalars, because a `<` with a combining mark is a different `Character`.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
