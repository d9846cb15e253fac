import Dissection
import FoundationEssentials
import LinkConditions
import SystemPackage
import TextOutput

/// The profile or timeline that a name, a file or text in braces stands for. Profiles and timelines share one
/// namespace.
enum NamedConditions {
  case profile(Profile)
  case timeline(name: String, Timeline)
}

/// Finds the profile or timeline that the user specified: among the shipped ones, in the user's own directory, or as
/// a file.
struct ProfileChoice: Sendable {
  /// The text of a timeline before its phases are parsed.
  struct TimelineText {
    var name: String
    /// The file's path for errors; nil for text on the command line.
    var path: String?
    /// The option whose value the text is, for errors.
    var option = "--profile"
    var bytes: [UInt8]
    var isShipped = false
  }

  /// The result of a search. The phases of a timeline are parsed later, because they name profiles themselves.
  private enum Found {
    case profile(Profile)
    case timeline(TimelineText)
  }

  /// The directory with the user's profiles and timelines, which override shipped ones.
  var directory: String?
  /// The kinds of files that may be read. A process that serves others reads only regular files.
  var kind = WholeFile.Kind.any

  /// All profiles that have names.
  func library() throws -> ProfileLibrary {
    let files = try ownFiles().filter { !TimelineFile.isTimeline($0.bytes) }
    return .shipped.adding(try files.map { try Self.profile(in: $0.bytes, file: $0.path, kind: kind) })
  }

  /// The profile or timeline with a name, or in a file. Text that contains a slash or ends in .yaml is a path, and
  /// text that begins with a brace is inline YAML.
  func conditions(_ nameOrPath: String) throws -> NamedConditions {
    switch try look(for: nameOrPath, option: "--profile") {
    case .profile(let profile): return .profile(profile)
    case .timeline(let text):
      let read = try timeline(text)
      return .timeline(name: read.name, read.timeline)
    }
  }

  /// The profile with a name or path. A timeline is an error.
  /// - Parameter use: what needs the profile, for the error: `condition`.
  func find(_ nameOrPath: String, for use: String) throws -> Profile {
    switch try look(for: nameOrPath, option: use) {
    case .profile(let profile): return profile
    case .timeline(let text):
      throw Failure(
        "'\(text.name)' is a timeline, but \(use) needs a profile",
        remedy: "'headwind profile list' lists profiles and timelines separately", status: ExitStatus.invalidFile)
    }
  }

  /// - Parameter option: what the text is the value of, for errors.
  private func look(for nameOrPath: String, option: String) throws -> Found {
    if nameOrPath.hasPrefix("{") {
      let bytes = Array(nameOrPath.utf8)
      guard TimelineFile.isTimeline(bytes) else {
        return .profile(try Self.profile(inline: nameOrPath, option: option, kind: kind))
      }
      return .timeline(
        TimelineText(name: TimelineFile.name(in: bytes) ?? nameOrPath, option: option, bytes: bytes))
    }
    if nameOrPath.contains("/") || Self.isYAML(nameOrPath) {
      let bytes = try Self.contents(ofFile: nameOrPath, kind: kind)
      guard TimelineFile.isTimeline(bytes) else {
        return .profile(try Self.profile(in: bytes, file: nameOrPath, kind: kind))
      }
      return .timeline(TimelineText(name: TimelineFile.name(in: bytes) ?? "", path: nameOrPath, bytes: bytes))
    }
    return try look(forName: nameOrPath)
  }

  private func look(forName name: String) throws -> Found {
    let timelines = try timelineTexts()
    let named = timelines.first { ProfileLibrary.key($0.name) == ProfileLibrary.key(name) }
    // The user's own profiles and timelines take precedence over shipped ones of either kind.
    if let named, !named.isShipped { return .timeline(named) }
    do {
      return .profile(try library().profile(named: name))
    } catch let error as ProfileLibrary.UnknownName {
      if let named { return .timeline(named) }
      let names = [error.nearest].compactMap { $0 } + timelines.map(\.name)
      let nearest: PrintableText =
        (Nearest.to(name, among: names) ?? error.nearest ?? Nearest.holding(name, among: names)).map {
          "did you mean '\($0)'? "
        } ?? ""
      throw Failure(
        "there is no profile or timeline '\(name)'",
        remedy: "\(nearest)'headwind profile list' lists all names; a file path must contain '/' or end in .yaml",
        status: ExitStatus.invalidFile)
    }
  }

  /// Builds a timeline from the first conditions and the lines of `--then`: `Black Hole when response-started`.
  func timeline(first: String?, then lines: [String]) throws -> Timeline {
    var profile = Profile.clean
    switch try first.map(conditions) {
    case nil: break
    case .profile(let found): profile = found
    case .timeline(let name, let timeline):
      guard lines.isEmpty else {
        throw Failure(
          "'\(name)' is a timeline and cannot be combined with --then", remedy: "omit --then, or name a profile",
          status: ExitStatus.usage)
      }
      return timeline
    }
    var builder = TimelineBuilder(first: profile)
    for line in lines {
      do {
        let clause = try TimelineClause(parsing: line)
        try builder.add(clause, clause.event == nil ? try find(clause.profileName, for: "--then") : nil)
      } catch let problem as TimelineClause.Problem {
        throw Failure(
          "--then: \(problem.message)", remedy: "in \"\(line)\", at character \(problem.column)",
          status: ExitStatus.usage)
      } catch let problem as TimelineBuilder.Problem {
        throw Failure("--then: \(problem.message)", remedy: "in \"\(line)\"", status: ExitStatus.usage)
      }
    }
    return builder.build()
  }

  /// All timelines that have names: the user's own, and then the shipped ones that they do not override.
  func timelines() throws -> [(name: String, timeline: Timeline)] {
    var keys: Set<String> = []
    return try timelineTexts().filter { keys.insert(ProfileLibrary.key($0.name)).inserted }.map(timeline)
  }

  /// The text of the timeline with a name or path; nil if it is a profile.
  func timelineText(_ nameOrPath: String) throws -> TimelineText? {
    if case .timeline(let text) = try look(for: nameOrPath, option: "NAME") { text } else { nil }
  }

  /// The timelines of the user's directory and its subdirectory `timelines`, and then the shipped ones.
  private func timelineTexts() throws -> [TimelineText] {
    let own = try (ownFiles() + ownFiles(in: "timelines")).compactMap { file in
      TimelineFile.name(in: file.bytes).map { TimelineText(name: $0, path: file.path, bytes: file.bytes) }
    }
    let shipped = TimelineFile.shippedFiles.map { file in
      TimelineText(
        name: TimelineFile.name(in: file.bytes) ?? "", path: file.name, bytes: file.bytes, isShipped: true)
    }
    return own + shipped
  }

  /// Parses a timeline with its phases.
  func timeline(_ text: TimelineText) throws -> (name: String, timeline: Timeline) {
    do {
      let find: (String) throws -> Profile = { try self.find($0, for: "a phase") }
      guard let path = text.path else {
        return try TimelineFile.inline(
          String(decoding: text.bytes, as: UTF8.self), companions: Self.companions(of: "./", kind: kind),
          source: "conditions of \(text.option)", find: find)
      }
      return try TimelineFile.timeline(
        in: text.bytes, file: path, companions: text.isShipped ? .none : Self.companions(of: path, kind: kind),
        find: find)
    } catch {
      throw Failure(
        error.lines.map { PrintableText(escaping: $0) }.joined(separator: "\nheadwind: "),
        status: ExitStatus.invalidFile)
    }
  }

  /// Parses inline conditions.
  static func profile(inline text: String, option: String, kind: WholeFile.Kind = .any) throws -> Profile {
    do {
      return try ProfileFile.inline(
        text, companions: companions(of: "./", kind: kind), source: "conditions of \(option)")
    } catch {
      throw Failure(
        error.lines.map { PrintableText(escaping: $0) }.joined(separator: "\nheadwind: "),
        status: ExitStatus.invalidFile)
    }
  }

  /// The YAML files in the user's directory; empty if there is no such directory.
  private func ownFiles() throws -> [(path: String, bytes: [UInt8])] {
    guard let directory else { return [] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch {
      throw Failure(
        "cannot read the profiles in \(directory)", remedy: "give --profiles a directory of .yaml files",
        status: ExitStatus.environment)
    }
    return try contents(of: names, in: directory)
  }

  /// The YAML files in a subdirectory of the user's directory; empty if it does not exist.
  private func ownFiles(in folder: String) throws -> [(path: String, bytes: [UInt8])] {
    guard let directory else { return [] }
    let path = "\(directory)/\(folder)"
    return try contents(of: (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [], in: path)
  }

  private func contents(of names: [String], in directory: String) throws -> [(path: String, bytes: [UInt8])] {
    try names.filter { Self.isYAML($0) }.sorted().map { name in
      let path = "\(directory)/\(name)"
      return (path, try Self.contents(ofFile: path, kind: kind))
    }
  }

  /// Reads the files that a profile names, whose paths are relative to the profile.
  static func companions(of profile: String, kind: WholeFile.Kind = .any) -> CompanionFiles {
    let directory = FilePath(profile).removingLastComponent()
    return CompanionFiles { name throws(CompanionFiles.Failure) in
      let own = FilePath(name)
      // Errors contain the path, so keep it short: './wifi.dist' next to './my.yaml' stays './wifi.dist'.
      let path = own.isAbsolute ? own : directory.appending(own.components.filter { $0.kind != .currentDirectory })
      let limit = 64 << 20
      do {
        let bytes = try contents(ofFile: path.string, limit: limit, kind: kind)
        if bytes.count <= limit { return bytes }
      } catch {
        throw CompanionFiles.Failure("cannot be read: \((error as? Failure)?.message.text ?? "\(error)")")
      }
      throw CompanionFiles.Failure("is larger than \(limit >> 20) MiB")
    }
  }

  /// Parses the profile in a file.
  private static func profile(in bytes: [UInt8], file path: String, kind: WholeFile.Kind) throws -> Profile {
    do {
      return try ProfileFile.profile(in: bytes, file: path, companions: companions(of: path, kind: kind))
    } catch {
      throw Failure(
        error.lines.map { PrintableText(escaping: $0) }.joined(separator: "\nheadwind: "),
        status: ExitStatus.invalidFile)
    }
  }

  /// The contents of a file. Of a file that is too large for a profile, only as much as shows this.
  static func contents(
    ofFile path: String, limit: Int = ProfileFile.largestSize, kind: WholeFile.Kind = .any
  ) throws -> [UInt8] {
    try WholeFile.bytes(of: path, limit: limit, kind: kind)
  }

  private static func isYAML(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }
}
