import Foundation
import PackagePlugin

/// Puts files of the repository into the rooms that ship them: they are the only copy.
@main
struct EmbedFiles: BuildToolPlugin {
  /// What a room ships: the type that holds the files, where they are, and how their names end.
  private static let sets = [
    "LinkConditions": [
      ("ShippedProfileFiles", "profiles", ["yaml"]), ("ShippedTimelineFiles", "profiles/timelines", ["yaml"]),
      ("ShippedTraceFiles", "profiles/traces", ["trace"]),
    ],
    "headwind": [("ShippedSchemaFiles", "docs", ["json"])],
    "Pages": [
      ("ConsolePageFiles", "console", ["html", "css", "js", "json"]),
      ("ReportPageFiles", "viewer", ["html", "css", "js"]),
    ],
    "Resilience": [("ShippedSuiteFiles", "suites", ["yaml"])],
  ]
  /// The shared libraries that a room ships: the type that holds the library, and its source.
  private static let libraries = ["VirtualLink": [("PreloadedLibrary", "preload/keylog.c")]]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let embedder = try context.tool(named: "FileEmbedder").url
    return try Self.sets[target.name, default: []].map { type, folder, endings in
      let directory = context.package.directoryURL.appending(path: folder)
      let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        .filter { endings.contains($0.pathExtension) }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
      let output = context.pluginWorkDirectoryURL.appending(path: "\(type).swift")
      return .buildCommand(
        displayName: "Embedding \(files.count) files of \(folder)",
        executable: embedder,
        arguments: [type, output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: [output])
    }
      + Self.libraries[target.name, default: []].map { type, path in
        let source = context.package.directoryURL.appending(path: path)
        let output = context.pluginWorkDirectoryURL.appending(path: "\(type).swift")
        // The compiler of the toolchain, which every build has: it compiles the package's C.
        let compiler = try context.tool(named: "clang").url
        return .buildCommand(
          displayName: "Compiling and embedding \(path)",
          executable: embedder,
          arguments: ["--library", type, output.path, compiler.path, source.path],
          inputFiles: [source],
          outputFiles: [output])
      }
  }
}
