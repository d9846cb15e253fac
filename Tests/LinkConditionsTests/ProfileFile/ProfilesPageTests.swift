import Foundation
import LinkConditions
import TestSupport
import Testing

/// The table of shipped profiles in `docs/profiles.md` matches their files.
struct ProfilesPageTests {
  private static let page = URL(filePath: Repository.file("docs/profiles.md"))

  /// With HEADWIND_UPDATE_GOLDEN set, writes the table instead of comparing it.
  @Test func theTableIsThatOfTheFiles() throws {
    let heading = "| name | downlink | uplink | source |\n"
    let rows = ProfileLibrary.shipped.profiles.map {
      "| \($0.name) | \(ProfileText.brief($0.downlink)) | \(ProfileText.brief($0.uplink)) | \($0.source) |\n"
    }
    let table = heading + "| --- | --- | --- | --- |\n" + rows.joined()
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    if ProcessInfo.processInfo.environment["HEADWIND_UPDATE_GOLDEN"] != nil {
      let before = text.components(separatedBy: heading)[0]
      try (before + table).write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(text.hasSuffix(table), "HEADWIND_UPDATE_GOLDEN=1 swift test --filter ProfilesPageTests writes it anew")
    }
  }
}
