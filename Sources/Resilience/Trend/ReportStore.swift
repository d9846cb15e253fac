internal import FoundationEssentials
internal import Glibc
internal import TextOutput

/// A folder with the reports of many runs, a file for each.
///
/// A file is written once and never changed. Its name begins with the time of the run, so that names sort by time, and ends with a
/// digest of its contents, so that two writers have the same name only for the same report. So any number of machines can write to
/// one folder, and to copies of it that are brought together later (`aws s3 sync`, `rclone copy`, a mounted bucket).
public struct ReportStore: Sendable {
  /// A report of the folder.
  public struct Entry: Sendable {
    /// The name of its file.
    public var name: String
    public var report: SuiteReport

    public init(name: String, report: SuiteReport) {
      self.name = name
      self.report = report
    }
  }

  /// A file of the folder that is left out, and why.
  public struct Stranger: Sendable, Hashable, Encodable {
    public var name: String
    public var reason: String
  }

  /// The path of the folder.
  public let folder: String

  public init(folder: String) {
    self.folder = folder
  }

  /// Adds a report, without packets and exchanges, which a history does not need.
  /// - Returns: the path of its file. A report that is there already is not written again.
  /// - Throws: `ReportError` if it cannot be written.
  public func add(_ report: SuiteReport) throws(ReportError) -> String {
    let text: String
    do {
      text = try JSONReport.text(of: Self.lean(report))
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ReportError("cannot make the folder \(folder): \(error)")
    }
    let bytes = Array(text.utf8)
    let path = "\(folder)/\(Self.name(of: report, bytes))"
    // The digest in the name says that the contents are the same.
    guard access(path, F_OK) != 0 else { return path }
    do {
      // A file of another name first: no reader sees a part of it.
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ReportError("cannot write \(path): check that the folder may be written to and the disk is not full")
    }
    return path
  }

  /// All reports in the order of their names, and the files that are none. Hidden files and folders are not looked at.
  /// - Parameters:
  ///   - limit: the size in bytes above which no file is read.
  ///   - isWanted: whether to read the file with a name.
  /// - Throws: `ReportError` if the folder cannot be read.
  public func entries(
    limit: Int, where isWanted: (String) -> Bool = { _ in true }
  ) throws(ReportError) -> (entries: [Entry], strangers: [Stranger]) {
    var entries: [Entry] = []
    var strangers: [Stranger] = []
    var seen: [RunKey: String] = [:]
    for name in try names() where isWanted(name) {
      do throws(ReportError) {
        let report = try JSONReport.report(in: try contents(of: name, limit: limit))
        if let earlier = seen[RunKey(report)] { throw ReportError("the same run as \(earlier)") }
        seen[RunKey(report)] = name
        entries.append(Entry(name: name, report: report))
      } catch {
        strangers.append(Stranger(name: name, reason: error.description))
      }
    }
    return (entries, strangers)
  }

  /// The newest reports, for `ScenarioTimes`.
  public func newest(_ count: Int, limit: Int) throws(ReportError) -> [SuiteReport] {
    var newest: [SuiteReport] = []
    for name in try names().reversed() where newest.count < count {
      guard let bytes = try? contents(of: name, limit: limit), let report = try? JSONReport.report(in: bytes) else {
        continue
      }
      newest.append(report)
    }
    return newest
  }

  /// What tells a run from others.
  private struct RunKey: Hashable {
    var client: [String]
    var started: Double
    var seed: UInt64
    var shard: SuiteReport.Part?
    var scenarios: [String]

    init(_ report: SuiteReport) {
      client = report.client
      started = report.started
      seed = report.seed
      shard = report.shard
      scenarios = report.scenarios.map(\.title)
    }
  }

  private func names() throws(ReportError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
        !name.hasPrefix(".") && !Self.isFolder("\(folder)/\(name)")
      }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw ReportError("cannot read the folder \(folder): \(String(cString: strerror(errno)))")
    }
  }

  /// Whether there is a folder at a path.
  public static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func contents(of name: String, limit: Int) throws(ReportError) -> [UInt8] {
    let path = "\(folder)/\(name)"
    var status = stat()
    guard stat(path, &status) == 0 else { throw ReportError("cannot be read: \(String(cString: strerror(errno)))") }
    // Opening a pipe would wait for its writer.
    guard status.st_mode & S_IFMT == S_IFREG else { throw ReportError("this is not a regular file") }
    guard status.st_size <= limit else { throw ReportError("larger than \(limit >> 20) MiB, the maximum for a report") }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ReportError("cannot be read: check its permissions")
    }
  }

  private static func lean(_ report: SuiteReport) -> SuiteReport {
    var report = report
    for index in report.scenarios.indices {
      report.scenarios[index].captureBytes = nil
      report.scenarios[index].omittedPackets += report.scenarios[index].packets.count
      report.scenarios[index].packets = []
      report.scenarios[index].exchanges = []
    }
    return report
  }

  /// `20261125T074502.123Z-1f0e5a7c9b3d2e44.json`.
  private static func name(of report: SuiteReport, _ bytes: [UInt8]) -> String {
    let epoch = min(max(0, report.started), 253_402_300_799)
    let milliseconds = String(Int(epoch * 1000) % 1000)
    let fraction = String(repeating: "0", count: 3 - milliseconds.utf8.count) + milliseconds
    let instant = MarkupText.instant(epoch).filter { $0 != "-" && $0 != ":" }.dropLast()
    return "\(instant).\(fraction)Z-\(SuiteOutline.digest(of: [bytes]).prefix(16)).json"
  }
}
