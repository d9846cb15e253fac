import ArgumentParser
import Dissection
import Foundation
import LinkConditions
import TestSupport
import Testing
import TextOutput

@testable import headwind

/// Profiles and timelines are one namespace: whoever takes both takes either, and whoever takes one says so of the other.
@Suite(.waiting) struct ConditionsNamespaceTests {
  private static let train = """
    name: Train
    summary: A tunnel now and then
    phases:
      - { profile: LTE, for: 5 s }
      - { profile: Black Hole, for: 1 s }
    repeat: forever
    """

  private func withTrain<R>(_ body: (_ folder: String) throws -> R) throws -> R {
    try TemporaryFolder.with { folder in
      try Data(Self.train.utf8).write(to: URL(filePath: "\(folder)/train.yaml"))
      return try body("\(folder)")
    }
  }

  @Test(arguments: ["Flapping Wi-Fi", "flapping-wifi", "{ phases: [{ profile: Wi-Fi, for: 1 s }, { profile: 3G }] }"])
  func profileTakesATimeline(name: String) throws {
    let timeline = try ProfileChoice().timeline(first: name, then: [])
    #expect(timeline.first.name == "Wi-Fi")
    #expect(!timeline.phases.isEmpty)
  }

  @Test func aFileIsWhatItHolds() throws {
    try withTrain { folder in
      let byPath = try ProfileChoice().timeline(first: "\(folder)/train.yaml", then: [])
      #expect(byPath.profiles.map(\.name) == ["LTE", "Black Hole", "LTE"])
      let choice = ProfileChoice(directory: folder)
      #expect(try choice.timeline(first: "train", then: []) == byPath)
      #expect(try choice.timelines().map(\.name).first == "Train")
      #expect(try choice.library().profiles.count == ProfileLibrary.shipped.profiles.count)
    }
  }

  @Test func anOwnProfileHidesAShippedTimeline() throws {
    try TemporaryFolder.with { folder in
      try Data("name: Flapping Wi-Fi\nsummary: mine".utf8).write(to: URL(filePath: "\(folder)/mine.yaml"))
      #expect(try ProfileChoice(directory: "\(folder)").find("flapping wifi", for: "condition").summary == "mine")
    }
  }

  @Test func whoTakesAProfileSaysSo() throws {
    let failure = try #require(throws: Failure.self) {
      _ = try ProfileChoice().find("flapping wi-fi", for: "condition")
    }
    #expect(failure.message == "'Flapping Wi-Fi' is a timeline, but condition needs a profile")
    let then = try #require(throws: Failure.self) {
      _ = try ProfileChoice().timeline(first: nil, then: ["Flapping Wi-Fi after 2 s"])
    }
    #expect(then.message == "'Flapping Wi-Fi' is a timeline, but --then needs a profile")
    let both = try #require(throws: Failure.self) {
      _ = try ProfileChoice().timeline(first: "Flapping Wi-Fi", then: ["3G after 2 s"])
    }
    #expect(both.message.text.contains("is a timeline and cannot be combined with --then"))
    #expect(both.status == ExitStatus.usage)
  }

  @Test func aPhaseTakesAProfile() throws {
    let text = "{ phases: [{ profile: Flapping Wi-Fi, for: 1 s }, { profile: 3G }] }"
    let failure = try #require(throws: Failure.self) { _ = try ProfileChoice().conditions(text) }
    #expect(failure.message.text.contains("'Flapping Wi-Fi' is a timeline, but a phase needs a profile"))
  }

  @Test func anUnknownNameSuggestsATimelineToo() throws {
    let failure = try #require(throws: Failure.self) { _ = try ProfileChoice().conditions("Flaping Wi-Fi") }
    #expect(failure.message == "there is no profile or timeline 'Flaping Wi-Fi'")
    #expect(failure.remedy?.text.hasPrefix("did you mean 'Flapping Wi-Fi'?") == true)
  }

  @Test func theCommandsKnowBoth() throws {
    let result = try Shell.run(
      """
      set -e
      cat > $folder/train.yaml <<'END'
      \(Self.train)
      END
      cd $folder
      "$headwind" run --profile ./train.yaml -q -- true; echo "run $?"
      "$headwind" run --profile 'Flapping Wi-Fi' -q -- true; echo "run $?"
      "$headwind" profile show 'flapping wifi' > again.yaml
      "$headwind" profile check again.yaml train.yaml
      "$headwind" profile list --profiles . | grep -c 'Train '
      ! "$headwind" verify --profile train.yaml 2> err; grep -o 'is a timeline, but verify needs a profile' err
      ! "$headwind" profile show train.yaml --tc 2> err; grep -o 'is a timeline, but --tc needs a profile' err
      "$headwind" link up namespace-test -q
      ! "$headwind" link switch namespace-test 'Flapping Wi-Fi' 2> err; "$headwind" link down namespace-test
      grep -o 'is a timeline, but a link that is up needs a profile' err
      """, isolated: true)
    #expect(
      result.lines == [
        "run 0", "run 0", "again.yaml: Flapping Wi-Fi: ok", "train.yaml: Train: ok", "1",
        "is a timeline, but verify needs a profile", "is a timeline, but --tc needs a profile",
        "is a timeline, but a link that is up needs a profile",
      ], "\(result.everything)")
  }
}
