import Foundation
import PackagePlugin

/// Puts the files of `profiles/` into the room that ships them: they are the only copy.
@main
struct EmbedProfiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let directory = context.package.directoryURL.appending(path: "profiles")
    let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "yaml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "ShippedProfileFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) profiles",
        executable: try context.tool(named: "ProfileEmbedder").url,
        arguments: ["ShippedProfileFiles", output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: [output])
    ]
  }
}
