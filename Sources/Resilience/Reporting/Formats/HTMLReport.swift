internal import Crypto
internal import FoundationEssentials

/// A report as one HTML file that needs nothing else: it works from a disk, without a network.
///
/// It is full of words from outside: a client's, a server's, those of packets. They are data, which the page's script shows as text. A
/// Content-Security-Policy lets the page run this one script, use this one style sheet, and fetch nothing.
enum HTMLReport {
  static func text(of report: SuiteReport) throws -> String {
    let (style, script) = (asset("viewer.css"), asset("viewer.js"))
    let parts = [
      ("/*POLICY*/", policy(style: style, script: script)), ("/*STYLE*/", style),
      ("/*DATA*/", data(try JSONReport.text(of: report))), ("/*SCRIPT*/", script),
    ]
    var page = ""
    var rest = asset("viewer.html")[...]
    // In the order in which they stand in the page, so that no part is looked for in another one.
    for (mark, part) in parts {
      guard let place = rest.firstRange(of: mark) else { continue }
      page += rest[..<place.lowerBound] + part
      rest = rest[place.upperBound...]
    }
    return page + rest
  }

  /// JSON inside of a script element: without the characters that HTML looks for there, whatever combining mark follows them.
  private static func data(_ json: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      switch scalar {
      // They stand in strings alone.
      case "<": result.append(contentsOf: #"\u003c"#.unicodeScalars)
      case ">": result.append(contentsOf: #"\u003e"#.unicodeScalars)
      case "&": result.append(contentsOf: #"\u0026"#.unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// Content Security Policy Level 3, with the hashes of what the page holds (section 6.7.2).
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
