import Foundation
import PackagePlugin

/// Puts the revision of the sources into the command, for `--version`. A packager may set HEADWIND_REVISION instead.
@main
struct EmbedRevision: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = context.package.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "Revision.swift")
    let given = ProcessInfo.processInfo.environment["HEADWIND_REVISION"] ?? ""
    return [
      .buildCommand(
        displayName: "Embedding the revision",
        executable: try context.tool(named: "RevisionWriter").url,
        arguments: [output.path, root.path, given],
        inputFiles: Self.filesThatSayIt(root),
        outputFiles: [output])
    ]
  }

  /// The files of git that change with the commit; none without git.
  private static func filesThatSayIt(_ root: URL) -> [URL] {
    var directory = root.appending(path: ".git")
    if let line = try? String(contentsOf: directory, encoding: .utf8), line.hasPrefix("gitdir: ") {
      let path = line.dropFirst("gitdir: ".count).trimmingCharacters(in: .whitespacesAndNewlines)
      directory = path.hasPrefix("/") ? URL(filePath: path) : root.appending(path: path)
    }
    // The log of HEAD grows with every commit and checkout, wherever the branch itself is written down.
    return ["HEAD", "logs/HEAD"].map { directory.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }
}
