import ArgumentParser
import Dissection
import LinkConditions
import TextOutput

/// `headwind profile`: lists, shows and checks profiles and timelines.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "List, show, check and begin profiles and timelines: the named conditions of links.",
    subcommands: [List.self, Show.self, Check.self, New.self, Schema.self])

  /// `headwind profile new FILE`
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Write a profile of your own to start from, and its schema for editors beside it.",
      discussion: "The first line of the profile tells the YAML language server of an editor where the schema is. "
        + "Files that exist are never replaced, except for an older schema.")

    @OptionGroup var options: ProfileOptions
    @Option(
      name: .customLong("from"), help: ArgumentHelp("The profile to copy.", valueName: "name"),
      completion: Candidates.profiles) var origin = "3G"
    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file()) var path: String

    func run() throws {
      var profile = try options.choice.find(origin, for: "--from")
      let name = path.split(separator: "/").last.map(String.init) ?? path
      profile.name = String((name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name).prefix(64))
      try NewFile(path: path, schema: .profile).write(ProfileText.yaml(of: profile))
    }
  }

  /// `headwind profile schema`
  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema", abstract: "Print the JSON Schema of profiles, for editors.")

    func run() throws { try StandardOutput.show(text: PrintableText(lines: EditorSchema.profile.text)) }
  }

  /// `headwind profile list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List all profiles and timelines, one per line.")

    @OptionGroup var options: ProfileOptions

    @Flag(help: "Print a line of JSON for each.")
    var json = false

    @OptionGroup var pager: PagerOption

    func run() throws {
      let (profiles, timelines) = (try options.choice.library().profiles, try options.choice.timelines())
      if json {
        let rows = profiles.map { ProfileJSON($0) } + timelines.map { ProfileJSON($0.name, $0.timeline) }
        return try StandardOutput.show(try JSONText.lines(of: rows))
      }
      pager.begin()
      let width = Console.width
      try StandardOutput.show(
        Self.table(profiles).lines(width: width) + [""] + Self.table(timelines).lines(width: width))
    }

    private static func table(_ profiles: [Profile]) -> TextTable {
      var table = TextTable([
        .init(title: "PROFILE"), .init(title: "DOWNLINK", wraps: true), .init(title: "UPLINK", wraps: true),
        .init(title: "SUMMARY", wraps: true),
      ])
      for profile in profiles {
        table.add([
          .init(profile.name), .init(ProfileText.brief(profile.downlink)), .init(ProfileText.brief(profile.uplink)),
          .init(profile.summary),
        ])
      }
      return table
    }

    private static func table(_ timelines: [(name: String, timeline: Timeline)]) -> TextTable {
      var table = TextTable([.init(title: "TIMELINE"), .init(title: "PHASES", wraps: true)])
      for (name, timeline) in timelines { table.add([.init(name), .init(TimelineWords.line(about: timeline))]) }
      return table
    }
  }

  /// `headwind profile show NAME`
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a profile or a timeline as a file, and describe it.",
      discussion: "The output is a valid file, from which you can start your own.")

    @OptionGroup var options: ProfileOptions
    @Argument(help: "The name of a profile or a timeline, or the path of a file.", completion: Candidates.profiles)
    var name: String

    @Flag(
      help:
        "Print the equivalent tc commands as a shell script; the variables DOWN and UP name the interfaces.")
    var tc = false

    @Option(
      help: ArgumentHelp(
        "With --tc: make the random decisions those of 'headwind run --seed' (needs iproute2 6.6 and Linux 6.7).",
        valueName: "number"),
      transform: SeedOption.parse)
    var seed: UInt64?

    @Flag(help: "Print a line of JSON, as 'profile list --json' does, with the file as 'yaml'.")
    var json = false

    @OptionGroup var pager: PagerOption

    func validate() throws {
      if seed != nil, !tc { throw ValidationError("--seed needs --tc") }
      guard !json || !tc else { throw ValidationError("give either --json or --tc") }
    }

    func run() throws {
      if !tc, let text = try options.choice.timelineText(name) {
        let (name, timeline) = try options.choice.timeline(text)
        if json {
          var row = ProfileJSON(name, timeline)
          row.yaml = String(decoding: text.bytes, as: UTF8.self)
          return try StandardOutput.show(try JSONText.line(of: row))
        }
        pager.begin()
        return try StandardOutput.show(
          text: "# \(TimelineWords.line(about: timeline))\n\(Self.lines(of: text.bytes))")
      }
      let profile = try options.choice.find(name, for: "--tc")
      if tc {
        if let obstacle = profile.netemObstacles.first {
          throw Failure(
            "netem cannot \(obstacle), so there is no equivalent tc command", status: ExitStatus.environment)
        }
        return try StandardOutput.show(
          TrafficControlCommands.script(for: profile, seed: seed.map { RunSeed($0) }).map { PrintableText(lines: $0) })
      }
      if json {
        var row = ProfileJSON(profile)
        row.yaml = ProfileText.yaml(of: profile)
        return try StandardOutput.show(try JSONText.line(of: row))
      }
      pager.begin()
      let words = ProfileWords.lines(about: profile).map { "# \($0)\n" as PrintableText }
      try StandardOutput.show(text: words.joined() + PrintableText(lines: ProfileText.yaml(of: profile)))
    }

    private static func lines(of bytes: [UInt8]) -> PrintableText {
      let text = PrintableText(lines: String(decoding: bytes, as: UTF8.self))
      return text.text.hasSuffix("\n") ? text : text + "\n"
    }
  }

  /// `headwind profile check FILE...`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check profile and timeline files, and report every error.",
      discussion: "Exit status: 0 if all files are valid, 3 if one is not, 4 if one cannot be read.")

    @OptionGroup var options: ProfileOptions
    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]
    @OptionGroup var color: ColorOption

    @Flag(help: "Print a line of JSON for each file.")
    var json = false

    func run() throws {
      try CheckedFile.report(files, isJSON: json, color) { path in
        let name = try nameOfWhatIs(in: path)
        return (CheckedFile(file: path, name: name), "\(name)")
      }
    }

    /// Reads a file, which can be a profile or a timeline, and returns its name.
    private func nameOfWhatIs(in path: String) throws -> String {
      let bytes = try ProfileChoice.contents(ofFile: path)
      let companions = ProfileChoice.companions(of: path)
      guard TimelineFile.isTimeline(bytes) else {
        return try ProfileFile.profile(in: bytes, file: path, companions: companions).name
      }
      return try TimelineFile.timeline(in: bytes, file: path, companions: companions) {
        try options.choice.find($0, for: "a phase")
      }.name
    }
  }
}
