import ArgumentParser
import LinkConditions

/// `headwind profile`: the named conditions of links.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "List, show and check profiles: the named conditions of links.",
    subcommands: [List.self, Show.self, Check.self])

  /// `headwind profile list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all profiles and timelines, a line for each.")

    @OptionGroup var options: ProfileOptions

    func run() throws {
      let rows =
        [("NAME", "DOWNLINK", "UPLINK", "SUMMARY")]
        + (try options.choice.library().profiles).map {
          ($0.name, ProfileText.brief($0.downlink), ProfileText.brief($0.uplink), $0.summary)
        }
      let widths = rows.reduce((0, 0, 0)) { (max($0.0, $1.0.count), max($0.1, $1.1.count), max($0.2, $1.2.count)) }
      for row in rows {
        print("\(pad(row.0, widths.0))  \(pad(row.1, widths.1))  \(pad(row.2, widths.2))  \(row.3)")
      }
      print("\nTIMELINE")
      for (name, timeline) in try options.choice.timelines() {
        print("\(name): \(TimelineWords.line(about: timeline))")
      }
    }

    private func pad(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
  }

  /// `headwind profile show NAME`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a profile as a file, and in words what it means.",
      discussion: "What is printed is itself a profile file, to start one of your own from.")

    @OptionGroup var options: ProfileOptions
    @Argument(help: "A profile's name, or the path of a file.") var name: String

    @Flag(help: "Print the tc commands that mean the same, as a script for sh with the interfaces in DOWN and UP.")
    var tc = false

    func run() throws {
      let profile = try options.choice.find(name)
      if tc {
        if let obstacle = profile.netemObstacles.first {
          throw Failure("netem cannot \(obstacle), and so tc cannot say it", status: ExitStatus.environment)
        }
        return TrafficControlCommands.script(for: profile).forEach { print($0) }
      }
      for line in ProfileWords.lines(about: profile) { print("# \(line)") }
      print(ProfileText.yaml(of: profile), terminator: "")
    }
  }

  /// `headwind profile check FILE...`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check profile files, and say everything that is wrong with them.",
      discussion: "Ends with 0 if all are good, 3 if one is not, 4 if one cannot be read.")

    @OptionGroup var options: ProfileOptions
    @Argument(help: ArgumentHelp("The files.", valueName: "file")) var files: [String]

    func run() throws {
      var status: ExitCode?
      for path in files {
        do {
          print("\(path): \(try nameOfWhatIs(in: path)): ok")
        } catch let error as ProfileFileError {
          for line in error.lines { Headwind.say(line) }
          status = status ?? ExitStatus.invalidFile
        } catch let failure as Failure {
          Headwind.complain(failure)
          status = ExitStatus.environment
        }
      }
      if let status { throw status }
    }

    /// Reads a file as what it is, a profile or a timeline.
    private func nameOfWhatIs(in path: String) throws -> String {
      let bytes = try ProfileChoice.contents(ofFile: path)
      let companions = ProfileChoice.companions(of: path)
      guard TimelineFile.isTimeline(bytes) else {
        return try ProfileFile.profile(in: bytes, file: path, companions: companions).name
      }
      return try TimelineFile.timeline(in: bytes, file: path, companions: companions, find: options.choice.find).name
    }
  }
}
