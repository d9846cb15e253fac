import Foundation
import PackagePlugin

/// Puts the files of `profiles/` into the room that ships them: they are the only copy.
@main
struct EmbedProfiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let directory = context.package.directoryURL.appending(path: "profiles")
    let sets = [
      ("ShippedProfileFiles", directory, "yaml"),
      ("ShippedTimelineFiles", directory.appending(path: "timelines"), "yaml"),
      ("ShippedTraceFiles", directory.appending(path: "traces"), "trace"),
    ]
    return try sets.map { type, folder, ending in
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == ending }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
      let output = context.pluginWorkDirectoryURL.appending(path: "\(type).swift")
      return .buildCommand(
        displayName: "Embedding \(files.count) files as \(type)",
        executable: try context.tool(named: "ProfileEmbedder").url,
        arguments: [type, output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: [output])
    }
  }
}
