import ArgumentParser
import Dissection
import FoundationEssentials
import Glibc
import Resilience
import SystemPackage
import TextOutput

/// The reports to write, and their files: `--report html --report junit=build/junit.xml`.
struct ReportOptions: ParsableArguments {
  /// A format and the path of the file, or the folder of a history.
  enum Target: ExpressibleByArgument {
    case file(ReportFormat, path: String?)
    case store(folder: String)

    private static let store = "store"

    init?(argument: String) {
      let parts = argument.split(separator: "=", maxSplits: 1).map { String($0) }
      guard let name = parts.first else { return nil }
      let path = parts.count == 2 ? parts[1] : nil
      if name == Self.store, let path {
        self = .store(folder: path)
      } else {
        guard let format = ReportFormat(rawValue: name) else { return nil }
        self = .file(format, path: path)
      }
    }

    /// Where it is written, if the user has said so.
    var path: String? {
      switch self {
      case .file(_, let path): path
      case .store(let folder): folder
      }
    }

    static var allValueStrings: [String] { ReportFormat.allCases.map(\.rawValue) + ["\(store)="] }
  }

  /// The names of all formats, as a sentence has them.
  private static let formats: String = {
    let names = ReportFormat.allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
  }()

  @Option(
    help: ArgumentHelp(
      """
      Write a report: \(Self.formats). It goes to PATH ('-' is standard output), or to a file in the \
      directory of the captures. An existing file is replaced. store=FOLDER adds a file to a folder with the history of many runs. \
      Can be repeated.
      """, valueName: "form[=path]"))
  var report: [Target] = []

  /// Writes all reports.
  /// - Parameter directory: the directory for reports without a path.
  /// - Throws: the error of the last report that could not be written. All other reports are written nevertheless.
  func write(_ suite: SuiteReport, in directory: String) throws {
    var failures: [Failure] = []
    for target in report {
      do {
        try write(suite, target, in: directory)
      } catch let failure as Failure {
        failures.append(failure)
      }
    }
    for failure in failures.dropLast() { Headwind.complain(failure) }
    if let last = failures.last { throw last }
  }

  /// Whether a report is written to standard output, so that nothing else may be printed there. Workflow commands may
  /// be mixed with other lines.
  var takesStandardOutput: Bool {
    report.contains { target in
      if case .file(let format, path: "-") = target { format != .github } else { false }
    }
  }

  private func write(_ suite: SuiteReport, _ target: Target, in directory: String) throws {
    switch target {
    case .file(let format, let path): try write(suite, format, path, in: directory)
    case .store(let folder): Headwind.say("headwind: wrote \(try ReportAdd.add(suite, to: folder))")
    }
  }

  private func write(_ suite: SuiteReport, _ format: ReportFormat, _ path: String?, in directory: String) throws {
    let text = try format.text(of: suite)
    // GitHub reads workflow commands from a step's output.
    let path = path ?? (format == .github ? "-" : "\(directory)/\(format.fileName)")
    if path == "-" {
      // Each report format has its own escaping, which is safe for its readers.
      StandardOutput.tell(text: PrintableText(verbatim: text))
    } else {
      try Self.write(text, to: path)
      Headwind.say("headwind: wrote \(path)")
    }
    if format == .github { try Self.addStepSummary(of: suite) }
  }

  /// Replaces the file atomically, so that no reader sees a partial report.
  static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Failure(
        "cannot write the report \(path)", remedy: "check that the directory exists and the disk is not full",
        status: ExitStatus.environment)
    }
  }

  /// In GitHub Actions, a step's summary is a file to which Markdown is appended.
  private static func addStepSummary(of suite: SuiteReport) throws {
    guard let path = getenv("GITHUB_STEP_SUMMARY").map({ String(cString: $0) }), !path.isEmpty else { return }
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .append, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      let text = try ReportFormat.markdown.text(of: suite)
      _ = try file.closeAfter { try file.writeAll(text.utf8) }
    } catch {
      throw Failure("cannot write the step summary \(path): \(error)", status: ExitStatus.environment)
    }
  }
}
