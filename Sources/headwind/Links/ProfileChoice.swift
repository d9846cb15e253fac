import Dissection
import FoundationEssentials
import LinkConditions
import SystemPackage
import TextOutput

/// What a name, a file or text in braces stands for: profiles and timelines share one namespace.
enum NamedConditions {
  case profile(Profile)
  case timeline(name: String, Timeline)
}

/// Finds profiles and timelines by what the user wrote: among those that Headwind ships, in a directory of the user's own, as files.
struct ProfileChoice: Sendable {
  /// The text of a timeline, whose phases have not been read.
  struct TimelineText {
    var name: String
    /// The file's path, as errors name it; nil for what stands in the command line.
    var path: String?
    var bytes: [UInt8]
    var isShipped = false
  }

  /// What is found before the phases of a timeline are read, since they name profiles themselves.
  private enum Found {
    case profile(Profile)
    case timeline(TimelineText)
  }

  /// Where profiles and timelines are looked for before the ones that the command ships.
  var directory: String?
  /// What may be read as a profile. A process that finds profiles for others takes regular files only.
  var kind = WholeFile.Kind.any

  /// All profiles that can be named.
  func library() throws -> ProfileLibrary {
    let files = try ownFiles().filter { !TimelineFile.isTimeline($0.bytes) }
    return .shipped.adding(try files.map { try Self.profile(in: $0.bytes, file: $0.path, kind: kind) })
  }

  /// The profile or timeline of a name, or in the file of a path: what holds a slash or ends in .yaml is a path. What begins with a
  /// brace is conditions themselves.
  func conditions(_ nameOrPath: String) throws -> NamedConditions {
    switch try look(for: nameOrPath) {
    case .profile(let profile): return .profile(profile)
    case .timeline(let text):
      let read = try timeline(text)
      return .timeline(name: read.name, read.timeline)
    }
  }

  /// The profile that is meant, where a timeline would make no sense.
  /// - Parameter use: what takes the profile, for the error: `condition`.
  func find(_ nameOrPath: String, for use: String) throws -> Profile {
    switch try look(for: nameOrPath) {
    case .profile(let profile): return profile
    case .timeline(let text):
      throw Failure(
        "'\(text.name)' is a timeline, but \(use) needs a profile",
        remedy: "'headwind profile list' lists profiles and timelines separately", status: ExitStatus.invalidFile)
    }
  }

  private func look(for nameOrPath: String) throws -> Found {
    if nameOrPath.hasPrefix("{") {
      let bytes = Array(nameOrPath.utf8)
      guard TimelineFile.isTimeline(bytes) else { return .profile(try Self.profile(inline: nameOrPath, kind: kind)) }
      return .timeline(TimelineText(name: TimelineFile.name(in: bytes) ?? nameOrPath, bytes: bytes))
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
    // What is the user's own comes before what is shipped, of whichever kind it is.
    if let named, !named.isShipped { return .timeline(named) }
    do {
      return .profile(try library().profile(named: name))
    } catch let error as ProfileLibrary.UnknownName {
      if let named { return .timeline(named) }
      let names = [error.nearest].compactMap { $0 } + timelines.map(\.name)
      let nearest: PrintableText =
        (Nearest.to(name, among: names) ?? error.nearest).map { "did you mean '\($0)'? " } ?? ""
      throw Failure(
        "there is no profile or timeline '\(name)'",
        remedy: "\(nearest)'headwind profile list' lists all names; a file path must contain '/' or end in .yaml",
        status: ExitStatus.invalidFile)
    }
  }

  /// What is in force first and what follows it, each as one line: `Black Hole when response-started`.
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

  /// All timelines that can be named: the user's own, then those that are shipped and not hidden by them.
  func timelines() throws -> [(name: String, timeline: Timeline)] {
    var keys: Set<String> = []
    return try timelineTexts().filter { keys.insert(ProfileLibrary.key($0.name)).inserted }.map(timeline)
  }

  /// The text of the timeline that is meant; nil if it is a profile.
  func timelineText(_ nameOrPath: String) throws -> TimelineText? {
    if case .timeline(let text) = try look(for: nameOrPath) { text } else { nil }
  }

  /// Those of the directory, also of a directory `timelines` in it, then those that are shipped.
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

  /// Reads a timeline with its phases.
  func timeline(_ text: TimelineText) throws -> (name: String, timeline: Timeline) {
    do {
      let find: (String) throws -> Profile = { try self.find($0, for: "a phase") }
      guard let path = text.path else {
        return try TimelineFile.inline(
          String(decoding: text.bytes, as: UTF8.self), companions: Self.companions(of: "./", kind: kind),
          find: find)
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

  /// Conditions that stand where a profile's name could.
  static func profile(inline text: String, kind: WholeFile.Kind = .any) throws -> Profile {
    do {
      return try ProfileFile.inline(text, companions: companions(of: "./", kind: kind))
    } catch {
      throw Failure(
        error.lines.map { PrintableText(escaping: $0) }.joined(separator: "\nheadwind: "),
        status: ExitStatus.invalidFile)
    }
  }

  /// The YAML files of the user's own directory; none if there is no such directory.
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

  /// The YAML files of a directory in the user's own; none if there is none.
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

  /// The files that a profile names, whose paths are relative to its own.
  static func companions(of profile: String, kind: WholeFile.Kind = .any) -> CompanionFiles {
    let directory = FilePath(profile).removingLastComponent()
    return CompanionFiles { name throws(CompanionFiles.Failure) in
      let own = FilePath(name)
      // Errors name the path: './wifi.dist' beside './my.yaml' is './wifi.dist'.
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

  /// Reads what one file holds.
  private static func profile(in bytes: [UInt8], file path: String, kind: WholeFile.Kind) throws -> Profile {
    do {
      return try ProfileFile.profile(in: bytes, file: path, companions: companions(of: path, kind: kind))
    } catch {
      throw Failure(
        error.lines.map { PrintableText(escaping: $0) }.joined(separator: "\nheadwind: "),
        status: ExitStatus.invalidFile)
    }
  }

  /// What a file holds, or as much of it as shows that it is too large to be a profile.
  static func contents(
    ofFile path: String, limit: Int = ProfileFile.largestSize, kind: WholeFile.Kind = .any
  ) throws -> [UInt8] {
    try WholeFile.bytes(of: path, limit: limit, kind: kind)
  }

  private static func isYAML(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }
}
