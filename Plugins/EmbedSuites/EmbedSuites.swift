import Foundation
import PackagePlugin

/// Puts the files of `suites/` into the room that ships them: they are the only copy.
@main
struct EmbedSuites: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let directory = context.package.directoryURL.appending(path: "suites")
    let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "yaml" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "ShippedSuiteFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) suites",
        executable: try context.tool(named: "ProfileEmbedder").url,
        arguments: ["ShippedSuiteFiles", output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: [output])
    ]
  }
}
