/// A report as one HTML file that needs nothing else: it works from a disk, without a network.
enum HTMLReport {
  static func text(of report: SuiteReport) throws -> String {
    // In a script element only these two sequences could end the data or change how it is read.
    let data = try JSONReport.text(of: report).replacing("</", with: "<\\/").replacing("<!--", with: "<\\u0021--")
    let page = asset("viewer.html")
    return page.replacing("/*STYLE*/", with: asset("viewer.css"), maxReplacements: 1)
      .replacing("/*SCRIPT*/", with: asset("viewer.js"), maxReplacements: 1)
      .replacing("/*DATA*/", with: data, maxReplacements: 1)
  }

  private static func asset(_ name: String) -> String {
    ShippedViewerFiles.all.first { $0.name == name }?.text ?? ""
  }
}
