internal import ContentCodings
internal import Cryptography
internal import FoundationEssentials
internal import Pages

/// A report as a single, self-contained HTML file. It works from a disk, without a network.
///
/// It contains much untrusted text, from clients, servers and packets. This text is compressed data, which the page's script
/// shows as plain text. A Content-Security-Policy allows only this script and this style sheet, and no network
/// access.
enum HTMLReport {
  static func text(of report: SuiteReport) throws -> String {
    let files = PageFiles.console.merging(PageFiles.report) { _, own in own }
    let style = (files["parts.css"] ?? "") + (files["viewer.css"] ?? "")
    let script = "\"use strict\";\n" + PageModules(files).joined(from: "viewer.js")
    let parts = [
      ("/*POLICY*/", policy(style: style, script: script)), ("/*STYLE*/", style),
      ("/*DATA*/", try data(report)), ("/*SCRIPT*/", script),
    ]
    var page = ""
    var rest = (files["viewer.html"] ?? "")[...]
    // Replace the marks in the order of the page, so that no mark is searched for in inserted text.
    for (mark, part) in parts {
      guard let place = rest.firstRange(of: mark) else { continue }
      page += rest[..<place.lowerBound] + part
      rest = rest[place.upperBound...]
    }
    return page + rest
  }

  /// The report, and each capture in it, compressed and in base64, so that no text in it can be taken for markup.
  private static func data(_ report: SuiteReport) throws -> String {
    var report = report
    for index in report.scenarios.indices {
      let capture = report.scenarios[index].captureBytes.flatMap { Data(base64Encoded: $0) }
      report.scenarios[index].captureBytes = try capture.map { try compressed(Array($0)) }
    }
    return try compressed(Array(try JSONReport.text(of: report).utf8))
  }

  private static func compressed(_ bytes: [UInt8]) throws -> String {
    guard let small = RawDeflateEncoder.encode(bytes) else { throw ReportError("the report is too large for a page") }
    return Data(small).base64EncodedString()
  }

  /// A policy of Content Security Policy Level 3, with the hashes of the page's own script and style (section 6.7.2).
  private static func policy(style: String, script: String) -> String {
    "default-src 'none'; script-src \(source(script)); style-src \(source(style)); base-uri 'none'; form-action 'none'"
  }

  private static func source(_ text: String) -> String {
    "'sha256-\(Base64.text(Digest.sha256(Array(text.utf8))))'"
  }
}
