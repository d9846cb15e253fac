// Writes a Swift file that holds the revision of the sources: RevisionWriter OUTPUT REPOSITORY [REVISION]
//
// Without REVISION, it is read from the repository's git directory, without git itself. A source archive has none: then there is
// no revision. The file is left alone if it would not change, so that nothing is compiled anew.
import Foundation

/// The git directory of a repository: `.git`, or where a worktree's or submodule's `.git` file leads.
func gitDirectory(of repository: URL) -> URL? {
  let git = repository.appending(path: ".git")
  var isDirectory: ObjCBool = false
  guard FileManager.default.fileExists(atPath: git.path, isDirectory: &isDirectory) else { return nil }
  if isDirectory.boolValue { return git }
  guard let line = text(git), line.hasPrefix("gitdir: ") else { return nil }
  let path = String(line.dropFirst("gitdir: ".count))
  return path.hasPrefix("/") ? URL(filePath: path) : repository.appending(path: path)
}

func text(_ file: URL) -> String? {
  (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
}

/// The commit that a repository is at.
func revision(of repository: URL) -> String? {
  guard let own = gitDirectory(of: repository), let head = text(own.appending(path: "HEAD")) else { return nil }
  guard head.hasPrefix("ref: ") else { return head }
  let reference = String(head.dropFirst("ref: ".count))
  // A worktree has its HEAD to itself, and shares the branches.
  let common = text(own.appending(path: "commondir")).map { path in
    path.hasPrefix("/") ? URL(filePath: path) : own.appending(path: path)
  }
  for directory in [own, common].compactMap({ $0 }) {
    if let commit = text(directory.appending(path: reference)) { return commit }
    let packed = text(directory.appending(path: "packed-refs"))?.split(separator: "\n") ?? []
    if let line = packed.first(where: { $0.hasSuffix(" " + reference) }) { return String(line.prefix { $0 != " " }) }
  }
  return nil
}

let arguments = CommandLine.arguments
let output = URL(filePath: arguments[1])
let given = arguments.count > 3 && !arguments[3].isEmpty ? arguments[3] : nil
let found = given ?? revision(of: URL(filePath: arguments[2])).map { String($0.prefix(12)) } ?? ""
let harmless = String(found.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".-+_".contains($0)) })
let source = """
  /// What the command was built from.
  enum Revision {
    /// The commit, or what the packager has called it; empty if it is not known.
    static let text = "\(harmless)"
  }

  """
if (try? String(contentsOf: output, encoding: .utf8)) != source {
  try source.write(to: output, atomically: true, encoding: .utf8)
}
