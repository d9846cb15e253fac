import FoundationEssentials
import LinkConditions
import SystemPackage

/// Finds profiles by what the user wrote: among those that Headwind ships, in a directory of the user's own, as files.
struct ProfileChoice: Sendable {
  /// Where profiles are looked for before the ones that the command ships.
  var directory: String?

  /// All profiles that can be named.
  func library() throws -> ProfileLibrary {
    guard let directory else { return .shipped }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch {
      throw Failure(
        "cannot read the profiles in \(directory)", remedy: "--profiles takes a directory of .yaml files",
        status: ExitStatus.environment)
    }
    let files = names.filter { Self.isYAML($0) }.sorted()
    return .shipped.adding(try files.map { try Self.profile(inFile: "\(directory)/\($0)") })
  }

  /// The profile of a name, or in the file of a path: what holds a slash or ends in .yaml is a path. What begins with a brace
  /// is conditions themselves.
  func find(_ nameOrPath: String) throws -> Profile {
    if nameOrPath.hasPrefix("{") { return try Self.profile(inline: nameOrPath) }
    if nameOrPath.contains("/") || Self.isYAML(nameOrPath) { return try Self.profile(inFile: nameOrPath) }
    do {
      return try library().profile(named: nameOrPath)
    } catch let error as ProfileLibrary.UnknownName {
      let nearest = error.nearest.map { "did you mean '\($0)'? " } ?? ""
      throw Failure(
        "there is no profile '\(nameOrPath)'",
        remedy: "\(nearest)'headwind profile list' lists all; a path to a file has a '/' or ends in .yaml",
        status: ExitStatus.invalidFile)
    }
  }

  /// A first profile and what follows it, each as one line: `Black Hole when response-started`.
  func timeline(first: String?, then lines: [String]) throws -> Timeline {
    var builder = TimelineBuilder(first: try first.map(find) ?? .clean)
    for line in lines {
      do {
        let clause = try TimelineClause(parsing: line)
        try builder.add(clause, clause.event == nil ? try find(clause.profileName) : nil)
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

  /// The timeline of a name, or in the file of a path.
  func timeline(named nameOrPath: String) throws -> Timeline {
    if nameOrPath.contains("/") || Self.isYAML(nameOrPath) { return try timeline(inFile: nameOrPath).timeline }
    let key = ProfileLibrary.key(nameOrPath)
    for path in try ownFiles("timelines") {
      let own = try timeline(inFile: path)
      if ProfileLibrary.key(own.name) == key { return own.timeline }
    }
    for file in TimelineFile.shippedFiles {
      let shipped = try timeline(in: file.bytes, file: file.name, companions: .none)
      if ProfileLibrary.key(shipped.name) == key { return shipped.timeline }
    }
    throw Failure(
      "there is no timeline '\(nameOrPath)'",
      remedy: "'headwind profile list' lists all; a path to a file has a '/' or ends in .yaml",
      status: ExitStatus.invalidFile)
  }

  /// All timelines that can be named.
  func timelines() throws -> [(name: String, timeline: Timeline)] {
    let shipped = try TimelineFile.shippedFiles.map {
      try timeline(in: $0.bytes, file: $0.name, companions: .none)
    }
    return try ownFiles("timelines").map(timeline(inFile:)) + shipped
  }

  /// Reads one file of a timeline.
  func timeline(inFile path: String) throws -> (name: String, timeline: Timeline) {
    try timeline(in: Self.contents(ofFile: path), file: path, companions: Self.companions(of: path))
  }

  private func timeline(
    in bytes: [UInt8], file: String, companions: CompanionFiles
  ) throws -> (name: String, timeline: Timeline) {
    do {
      return try TimelineFile.timeline(in: bytes, file: file, companions: companions, find: find)
    } catch {
      throw Failure(error.lines.joined(separator: "\nheadwind: "), status: ExitStatus.invalidFile)
    }
  }

  /// Conditions that stand where a profile's name could.
  static func profile(inline text: String) throws -> Profile {
    do {
      return try ProfileFile.inline(text, companions: companions(of: "./"))
    } catch {
      throw Failure(error.lines.joined(separator: "\nheadwind: "), status: ExitStatus.invalidFile)
    }
  }

  /// The YAML files of the user's own directory, or of a directory in it; none if there is none.
  private func ownFiles(_ folder: String) throws -> [String] {
    guard let directory else { return [] }
    let path = "\(directory)/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { Self.isYAML($0) }.sorted().map { "\(path)/\($0)" }
  }

  /// The files that a profile names, whose paths are relative to its own.
  static func companions(of profile: String) -> CompanionFiles {
    let directory = FilePath(profile).removingLastComponent()
    return CompanionFiles { name throws(CompanionFiles.Failure) in
      let own = FilePath(name)
      // Errors name the path: './wifi.dist' beside './my.yaml' is './wifi.dist'.
      let path = own.isAbsolute ? own : directory.appending(own.components.filter { $0.kind != .currentDirectory })
      let limit = 64 << 20
      do {
        let bytes = try contents(ofFile: path.string, limit: limit)
        if bytes.count <= limit { return bytes }
      } catch {
        throw CompanionFiles.Failure("cannot be read: \((error as? Failure)?.message ?? "\(error)")")
      }
      throw CompanionFiles.Failure("is larger than \(limit >> 20) MiB")
    }
  }

  /// Reads one file.
  static func profile(inFile path: String) throws -> Profile {
    let bytes = try contents(ofFile: path)
    do {
      return try ProfileFile.profile(in: bytes, file: path, companions: companions(of: path))
    } catch {
      throw Failure(error.lines.joined(separator: "\nheadwind: "), status: ExitStatus.invalidFile)
    }
  }

  /// What a file holds, or as much of it as shows that it is too large to be a profile.
  static func contents(ofFile path: String, limit: Int = ProfileFile.largestSize) throws -> [UInt8] {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      return try file.closeAfter {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
          let room = min(limit + 1 - bytes.count, 1 << 20)
          let part = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
          }
          if part.isEmpty { break }
          bytes += part
        }
        return bytes
      }
    } catch let error as Errno {
      throw Failure("cannot read \(path): \(error)", status: ExitStatus.environment)
    }
  }

  private static func isYAML(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }
}
