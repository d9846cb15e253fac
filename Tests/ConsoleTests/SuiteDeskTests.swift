import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Console

@Suite(.waiting) struct SuiteDeskTests {
  /// While a suite is being started, another request is refused, and a later one is taken.
  @Test func oneOfTwoRequestsAtOnceStartsASuite() throws {
    let (hasBegun, mayEnd, hasEnded) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let starts = Mutex<[String]>([])
    let desk = SuiteDesk(consoles: OtherConsoles()) { words throws(APIProblem) in
      starts.withLock { $0.append(words[words.firstIndex(of: "--captures").map { $0 + 1 } ?? 0]) }
      hasBegun.signal()
      mayEnd.wait()
      throw APIProblem(500, "it cannot be started")
    }
    let problems = Mutex<[Int]>([])
    let start: @Sendable () -> Void = {
      do {
        try desk.start(client: "curl {url}", only: [], deadline: 5)
      } catch {
        problems.withLock { $0.append((error as? APIProblem)?.status ?? 0) }
      }
    }
    DispatchQueue.global().async {
      start()
      hasEnded.signal()
    }
    hasBegun.wait()
    start()
    #expect(problems.withLock { $0 } == [409])
    mayEnd.signal()
    hasEnded.wait()
    #expect(problems.withLock { $0 } == [409, 500])
    mayEnd.signal()
    start()
    #expect(problems.withLock { $0 } == [409, 500, 500])
    let folders = starts.withLock { $0 }
    #expect(folders.count == 2)
    for folder in folders { #expect(access(folder, F_OK) != 0, "\(folder) stays") }
    desk.end()
    start()
    #expect(problems.withLock { $0.last } == 409)
  }

  @Test func theFolderIsRemovedWithAllThatIsInIt() throws {
    try TemporaryFolder.with { outside in
      try Files.write("stays", to: outside + "/other")
      let folder = try SuiteFolder()
      var status = stat()
      #expect(stat(folder.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
      #expect(mkdir(folder.path + "/a", 0o700) == 0 && mkdir(folder.path + "/a/b", 0o700) == 0)
      for name in ["report.json", "a/x.pcapng", "a/b/.hidden"] { try Files.write("x", to: "\(folder.path)/\(name)") }
      #expect(symlink(outside, folder.path + "/a/link") == 0)
      folder.remove()
      #expect(access(folder.path, F_OK) != 0)
      #expect(try Files.text(outside + "/other") == "stays")
    }
  }
}
