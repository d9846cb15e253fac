import Foundation
import LinkConditions
import TestSupport
import Testing

struct ShippedProfilesTests {
  private static let root = URL(filePath: Repository.root)

  @Test func theyAreTheFilesOfTheProject() throws {
    let directory = Self.root.appending(path: "profiles")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".yaml") }
      .sorted()
    #expect(ProfileLibrary.shippedFiles.map(\.name) == names)
    for (name, bytes) in ProfileLibrary.shippedFiles {
      #expect(try Data(contentsOf: directory.appending(path: name)) == Data(bytes), "\(name)")
    }
    #expect(ProfileLibrary.shipped.profiles.count == names.count)
  }

  @Test(arguments: ProfileLibrary.shippedFiles.map(\.name))
  func eachIsGood(file: String) throws {
    let bytes = try #require(ProfileLibrary.shippedFiles.first { $0.name == file }?.bytes)
    let profile = try ProfileFile.profile(in: bytes, file: file)
    #expect(!profile.summary.isEmpty && !profile.source.isEmpty)
    let words = profile.name.lowercased().split { !$0.isLetter && !$0.isNumber }
    #expect(file == words.joined(separator: "-") + ".yaml")
    #expect(try ProfileFile.profile(in: Array(ProfileText.yaml(of: profile).utf8), file: file) == profile)
  }

  /// Kilobits per second down and up, milliseconds down and up, percent lost down and up, milliseconds of DNS.
  @Test(
    arguments: [
      ("Slow Net", [32, 32, 100, 100, 0, 0, 200]),
      ("Nasty Net", [0, 0, 0, 0, 90, 90, 0]),
      ("Black Hole", [0, 0, 0, 0, 100, 0, 0]),
      ("100% Loss", [0, 0, 0, 0, 100, 100, 0]),
      ("3G", [780, 330, 100, 100, 0, 0, 0]),
      ("DSL", [2000, 256, 5, 5, 0, 0, 0]),
      ("Edge", [240, 200, 400, 440, 0, 0, 0]),
      ("High Latency DNS", [0, 0, 0, 0, 0, 0, 3000]),
      ("Very Bad Network", [1000, 1000, 500, 500, 10, 10, 0]),
      ("Wi-Fi", [40_000, 33_000, 1, 1, 0, 0, 0]),
      ("LTE", [50_000, 10_000, 50, 65, 0, 0, 0]),
      ("Wi-Fi 802.11ac", [250_000, 100_000, 1, 1, 0, 0, 0]),
      ("Cable Modem", [6000, 1000, 2, 2, 0, 0, 0]),
      ("3G Good", [850, 420, 90, 100, 0, 0, 0]),
      ("Edge Good", [250, 200, 350, 370, 0, 0, 0]),
      ("Edge Lossy", [240, 200, 400, 440, 1, 1, 0]),
      ("Chrome Slow 3G", [400, 400, 1000, 1000, 0, 0, 0]),
      ("Lighthouse Slow 4G", [1600, 750, 75, 75, 0, 0, 0]),
      ("WebPageTest Edge", [240, 200, 420, 420, 0, 0, 0]),
    ] as [(String, [Int64])])
  func valuesAreThoseOfTheSource(name: String, values: [Int64]) throws {
    func conditions(_ kilobits: Int64, _ delay: Int64, _ loss: Int64) throws -> DirectionConditions {
      let chance = try #require(Probability(percent: Double(loss)))
      return DirectionConditions(
        bandwidth: kilobits == 0 ? nil : .kilobits(UInt32(kilobits)), delay: .milliseconds(delay),
        loss: loss == 0 ? .none : .random(CorrelatedProbability(chance)))
    }
    let profile = try ProfileLibrary.shipped.profile(named: name)
    #expect(profile.downlink == (try conditions(values[0], values[2], values[4])))
    var uplink = try conditions(values[1], values[3], values[5])
    uplink.dnsDelay = .milliseconds(values[6])
    #expect(profile.uplink == uplink)
  }

  @Test func namesMatchWithoutCaseSpacesAndHyphens() throws {
    for name in ["Slow Net", "slow-net", "SLOWNET", "slow_net", " Slow  Net "] {
      #expect(try ProfileLibrary.shipped.profile(named: name).name == "Slow Net")
    }
    #expect(try ProfileLibrary.shipped.profile(named: "wifi").name == "Wi-Fi")
    #expect(try ProfileLibrary.shipped.profile(named: "wi fi 802.11AC").name == "Wi-Fi 802.11ac")
  }

  @Test(
    arguments: [
      ("Slw Net", "Slow Net"), ("blackhole!", "Black Hole"), ("Nsaty Net", "Nasty Net"),
      ("Very Bad", "Very Bad Network"),
      ("100 Loss", "100% Loss"), ("chrome slow 3", "Chrome Slow 3G"), ("4711", nil), ("", nil),
      (String(repeating: "x", count: 100_000), nil),
    ] as [(String, String?)])
  func aNearMissSuggestsTheNearest(name: String, nearest: String?) throws {
    let error = try #require(throws: ProfileLibrary.UnknownName.self) {
      try ProfileLibrary.shipped.profile(named: name)
    }
    #expect(error.nearest == nearest)
  }

  @Test func ownProfilesComeFirst() throws {
    let own = Profile(name: "slow-net", summary: "mine")
    let library = ProfileLibrary.shipped.adding([own])
    #expect(try library.profile(named: "Slow Net") == own)
    #expect(library.profiles.count == ProfileLibrary.shipped.profiles.count)
  }
}
