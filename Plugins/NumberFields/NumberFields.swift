import Foundation
import PackagePlugin

/// Numbers the fields of the tree, so that a protocol's own file is the only place that declares them.
@main
struct NumberFields: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else { return [] }
    let files = module.sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "FieldID.swift")
    return [
      .buildCommand(
        displayName: "Numbering the fields of \(target.name)",
        executable: try context.tool(named: "FieldNumberer").url,
        arguments: [output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: [output])
    ]
  }
}
