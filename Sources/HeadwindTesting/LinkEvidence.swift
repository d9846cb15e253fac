internal import Glibc
internal import SensitiveFiles
internal import Synchronization
internal import SystemPackage
internal import Testing

/// Keeps the packets and the timeline of a failed test, as files that the failure message names and as attachments.
final class LinkEvidence: Sendable {
  /// The directory for the files. HEADWIND_CAPTURES sets another one.
  static var folder: String {
    let asked = getenv("HEADWIND_CAPTURES").map { String(cString: $0) } ?? ""
    let folder = !asked.isEmpty ? asked : access(".build", W_OK) == 0 ? ".build/headwind-captures" : "headwind-captures"
    if folder.hasPrefix("/") { return folder }
    guard let here = getcwd(nil, 0) else { return "/tmp/" + folder }
    defer { free(here) }
    return "\(String(cString: here))/\(folder)"
  }

  private static let names = Mutex<[String: Int]>([:])

  private let link: Link
  private let name: String
  private let path: String
  private let hasFailed = Mutex(false)

  init(_ link: Link, _ test: Test) {
    self.link = link
    name = Self.name(of: test)
    path = "\(Self.folder)/\(name)"
  }

  /// Runs a test. If it fails, keeps the files and reports their names.
  func gather(
    for test: Test, _ testCase: Test.Case?, _ body: @Sendable () async throws -> Void
  ) async throws {
    let naming = IssueHandlingTrait.compactMapIssues { issue in
      guard issue.isFailure else { return issue }
      self.hasFailed.withLock { $0 = true }
      var issue = issue
      issue.comments.append("packets: \(self.path).pcapng, timeline: \(self.path).txt")
      return issue
    }
    do {
      try await naming.provideScope(for: test, testCase: testCase, performing: body)
    } catch {
      // A failed expectation has already been recorded, and a cancelled test is not a failure.
      if !(error is ExpectationFailedError), !(error is CancellationError) {
        keep()
        Issue.record(
          "the packets of the test that failed: \(path).pcapng, its timeline: \(path).txt", severity: .warning,
          sourceLocation: test.sourceLocation)
      } else if hasFailed.withLock({ $0 }) {
        keep()
      }
      throw error
    }
    if hasFailed.withLock({ $0 }) { keep() }
  }

  private func keep() {
    do {
      try Self.makeFolder()
      let timeline = try link.observe("timeline").all("event").map { $0 + "\n" }.joined()
      try Self.write(Array(timeline.utf8), to: path + ".txt")
      _ = try link.observe("capture \(path).pcapng")
      Attachment.record(timeline, named: "\(name).txt")
      Attachment.record(try Self.contents(of: path + ".pcapng"), named: "\(name).pcapng")
    } catch {
      Issue.record("the packets of the test cannot be kept: \(error)", severity: .warning)
    }
  }

  /// A new file name for a test: `SearchTests.cancels`, `SearchTests.cancels-2`.
  private static func name(of test: Test) -> String {
    let words = test.id.nameComponents.map { component in
      String(component.prefix { $0 != "(" }.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" })
    }
    let name = String(words.joined(separator: ".").prefix(120))
    let number = names.withLock { names in
      names[name, default: 0] += 1
      return names[name, default: 1]
    }
    return number == 1 ? name : "\(name)-\(number)"
  }

  private static func makeFolder() throws(LinkError) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      guard mkdir(path, 0o777) == 0 || errno == EEXIST || errno == EISDIR || errno == EROFS else {
        throw failure("create \(path)")
      }
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(LinkError) {
    do {
      let file = try SensitiveFile.create(path)
      _ = try file.closeAfter { try file.writeAll(bytes) }
    } catch {
      throw LinkError("cannot write \(path): \(error)")
    }
  }

  private static func contents(of path: String) throws(LinkError) -> [UInt8] {
    guard let file = fopen(path, "re") else { throw failure("read \(path)") }
    defer { fclose(file) }
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
  }

  private static func failure(_ action: String) -> LinkError {
    LinkError("cannot \(action): \(String(cString: strerror(errno)))")
  }
}
