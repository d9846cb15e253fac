/// The files of the pages for browsers, as they were when this was built: text by name.
package enum PageFiles {
  /// The console's page (`console/`), whose parts the report uses as well.
  package static let console = Dictionary(ConsolePageFiles.all.map { ($0.name, $0.text) }) { first, _ in first }
  /// The report of a suite (`viewer/`).
  package static let report = Dictionary(ReportPageFiles.all.map { ($0.name, $0.text) }) { first, _ in first }
}
