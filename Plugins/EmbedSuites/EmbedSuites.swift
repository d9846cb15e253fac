import Foundation
import PackagePlugin

/// Puts the files of `suites/` and `viewer/` into the room that ships them: they are the only copy.
@main
struct EmbedSuites: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let sets = [("ShippedSuiteFiles", "suites", ["yaml"]), ("ShippedViewerFiles", "viewer", ["html", "css", "js"])]
    return try sets.map { type, folder, endings in
      let directory = context.package.directoryURL.appending(path: folder)
      let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        .filter { endings.contains($0.pathExtension) }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
      let output = context.pluginWorkDirectoryURL.appending(path: "\(type).swift")
      return .buildCommand(
        displayName: "Embedding \(files.count) files of \(folder)",
        executable: try context.tool(named: "ProfileEmbedder").url,
        arguments: [type, output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: [output])
    }
  }
}
