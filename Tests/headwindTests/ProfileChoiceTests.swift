import ArgumentParser
import Dissection
import Foundation
import LinkConditions
import Testing
import TextOutput

@testable import headwind

struct ProfileChoiceTests {
  /// A directory of its own, gone afterwards.
  private func withDirectory<R>(_ files: [String: String], _ body: (String) throws -> R) throws -> R {
    let directory = FileManager.default.temporaryDirectory.appending(path: "headwind-profiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (name, text) in files { try Data(text.utf8).write(to: directory.appending(path: name)) }
    return try body(directory.path)
  }

  private func failure(_ body: () throws -> Void) throws -> Failure {
    try #require(throws: Failure.self, performing: body)
  }

  @Test func shippedProfilesByName() throws {
    #expect(try ProfileChoice().find("slow-net", for: "condition").name == "Slow Net")
  }

  @Test func anUnknownNameSuggestsTheNearest() throws {
    let failure = try failure { _ = try ProfileChoice().find("Slow Nte", for: "condition") }
    #expect(failure.message == "there is no profile or timeline 'Slow Nte'")
    #expect(failure.remedy?.text.hasPrefix("did you mean 'Slow Net'?") == true)
    #expect(failure.status == ExitStatus.invalidFile)
  }

  @Test func aDirectoryOfOnesOwnComesFirst() throws {
    try withDirectory(["mine.yaml": "name: slow net\nsummary: mine", "notes.txt": "["]) { directory throws in
      let choice = ProfileChoice(directory: directory)
      #expect(try choice.find("Slow Net", for: "condition").summary == "mine")
      #expect(try choice.find("Black Hole", for: "condition").name == "Black Hole")
      #expect(try choice.find("\(directory)/mine.yaml", for: "condition").summary == "mine")
    }
  }

  @Test func everyMistakeOfAFileIsSaid() throws {
    try withDirectory(["bad.yaml": "name: A\nuplink: { delay: 5, los: 1 % }"]) { directory throws in
      let failure = try failure { _ = try ProfileChoice().find("\(directory)/bad.yaml", for: "condition") }
      #expect(failure.status == ExitStatus.invalidFile)
      #expect(failure.message.text.contains("\(directory)/bad.yaml:2:18: error: uplink.delay: '5' has no unit"))
      #expect(
        failure.message.text.contains(
          "\(directory)/bad.yaml:2:21: error: uplink.los: unknown key; did you mean 'loss'?"))
    }
  }

  @Test(arguments: [(nil, "./no-such.yaml"), (nil, "/"), ("/no-such", "3G")] as [(String?, String)])
  func whatCannotBeReadIsOfTheEnvironment(directory: String?, name: String) throws {
    let failure = try failure { _ = try ProfileChoice(directory: directory).find(name, for: "condition") }
    #expect(failure.status == ExitStatus.environment)
  }

  @Test func timelinesInOneLineEach() throws {
    let timeline = try ProfileChoice().timeline(
      first: "slow net", then: ["Black Hole when response-started", "Clean after 2 s"])
    #expect(timeline.first.name == "Slow Net")
    #expect(timeline.phases.map(\.profile.name) == ["Black Hole", "Clean"])
    #expect(timeline.phases.map(\.trigger) == [.responseStarted, .after(.seconds(2))])
    #expect(try ProfileChoice().timeline(first: nil, then: []) == Timeline(first: .clean))
    let failure = try failure { _ = try ProfileChoice().timeline(first: nil, then: ["Edge when respnse-started"]) }
    #expect(failure.status == ExitStatus.usage)
    #expect(failure.message.text.contains("did you mean 'response-started'?"))
    #expect(failure.remedy == "in \"Edge when respnse-started\", at character 11")
  }

  @Test func checkEndsWithThreeForAnInvalidFile() throws {
    try withDirectory(["good.yaml": "name: A", "bad.yaml": "name: [", "worse.yaml": "x: y"]) { directory throws in
      func check(_ names: String...) throws {
        try ProfileCommand.Check.parse(names.map { "\(directory)/\($0)" }).run()
      }
      try check("good.yaml")
      #expect(throws: ExitStatus.invalidFile) { try check("bad.yaml", "good.yaml", "worse.yaml") }
      #expect(throws: ExitStatus.environment) { try check("bad.yaml", "none.yaml") }
    }
  }
}
