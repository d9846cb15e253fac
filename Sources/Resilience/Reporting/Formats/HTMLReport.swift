internal import Crypto
internal import FoundationEssentials

/// A report as a single, self-contained HTML file. It works from a disk, without a network.
///
/// It contains much untrusted text, from clients, servers and packets. This text is data, which the page's script
/// shows as plain text. A Content-Security-Policy allows only this script and this style sheet, and no network
/// access.
enum HTMLReport {
  static func text(of report: SuiteReport) throws -> String {
    let (style, script) = (asset("viewer.css"), asset("viewer.js"))
    let parts = [
      ("/*POLICY*/", policy(style: style, script: script)), ("/*STYLE*/", style),
      ("/*DATA*/", data(try JSONReport.text(of: report))), ("/*SCRIPT*/", script),
    ]
    var page = ""
    var rest = asset("viewer.html")[...]
    // Replace the marks in the order of the page, so that no mark is searched for in inserted text.
    for (mark, part) in parts {
      guard let place = rest.firstRange(of: mark) else { continue }
      page += rest[..<place.lowerBound] + part
      rest = rest[place.upperBound...]
    }
    return page + rest
  }

  /// JSON for a script element. The characters that HTML interprets there are escaped, even if a combining mark
  /// follows them.
  private static func data(_ json: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      switch scalar {
      // They occur only in strings.
      case "<": result.append(contentsOf: #"\u003c"#.unicodeScalars)
      case ">": result.append(contentsOf: #"\u003e"#.unicodeScalars)
      case "&": result.append(contentsOf: #"\u0026"#.unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A policy of Content Security Policy Level 3, with the hashes of the page's own script and style (section 6.7.2).
  private static func policy(style: String, script: String) -> String {
    "default-src 'none'; script-src \(source(script)); style-src \(source(style)); base-uri 'none'; form-action 'none'"
  }

  private static func source(_ text: String) -> String {
    "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
  }

  private static func asset(_ name: String) -> String {
    ShippedViewerFiles.all.first { $0.name == name }?.text ?? ""
  }
}
