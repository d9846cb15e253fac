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

  /// The profile of a name, or in the file of a path: what holds a slash or ends in .yaml is a path.
  func find(_ nameOrPath: String) throws -> Profile {
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
    var timeline = Timeline(first: try first.map(find) ?? .clean)
    for line in lines {
      do {
        let clause = try TimelineClause(parsing: line)
        timeline.phases.append(Timeline.Phase(trigger: clause.trigger, profile: try find(clause.profileName)))
      } catch let problem as TimelineClause.Problem {
        throw Failure(
          "--then: \(problem.message)", remedy: "in \"\(line)\", at character \(problem.column)",
          status: ExitStatus.usage)
      }
    }
    return timeline
  }

  /// Reads one file.
  static func profile(inFile path: String) throws -> Profile {
    let bytes = try contents(ofFile: path)
    do {
      return try ProfileFile.profile(in: bytes, file: path)
    } catch {
      throw Failure(error.lines.joined(separator: "\nheadwind: "), status: ExitStatus.invalidFile)
    }
  }

  /// What a file holds, or as much of it as shows that it is too large to be a profile.
  static func contents(ofFile path: String) throws -> [UInt8] {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
      return try file.closeAfter {
        var bytes: [UInt8] = []
        let limit = ProfileFile.largestSize + 1
        while bytes.count < limit {
          let part = try [UInt8](unsafeUninitializedCapacity: limit - bytes.count) { buffer, count in
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
          }
          if part.isEmpty { break }
          bytes += part
        }
        return bytes
      }
    } catch let error as Errno {
      throw Failure("cannot read the profile \(path): \(error)", status: ExitStatus.environment)
    }
  }

  private static func isYAML(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }
}
