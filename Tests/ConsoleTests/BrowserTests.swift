import TestSupport
import Testing

/// The page in real browsers, driven as a person would.
@Suite(.serialized, .waiting) struct BrowserTests {
  @Test(arguments: [("chromium", "chromium"), ("firefox", "firefox-esr")]) func thePageWorks(
    _ name: String, _ program: String
  ) throws {
    try #require(try Tool.run("which", program).status == 0, "\(program) is needed: scripts/setup test installs it")
    let axe = Repository.file(".build/axe/axe.min.js")
    let result = try Tool.run(
      "env", "HEADWIND_AXE=\(axe)", "python3", Repository.file("Tests/ConsoleTests/Browser/drive.py"), name,
      BuiltProducts.headwind, Repository.file("captures/recorded/slow-net.pcapng"))
    #expect(result.status == 0, "\(result.everything)")
  }
}
