import TestSupport
import Testing

/// The page in real browsers, driven as a person would. A browser that is not installed is not tested.
@Suite(.serialized) struct BrowserTests {
  @Test(arguments: [("chromium", "chromium"), ("firefox", "firefox-esr")]) func thePageWorks(
    _ name: String, _ program: String
  ) throws {
    guard try Tool.run("which", program).status == 0 else { return }
    let result = try Tool.run(
      "python3", Repository.file("Tests/ConsoleTests/Browser/drive.py"), name, BuiltProducts.headwind,
      Repository.file("captures/recorded/slow-net.pcapng"))
    #expect(result.status == 0, "\(result.everything)")
  }
}
