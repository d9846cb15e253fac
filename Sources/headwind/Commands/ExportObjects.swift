import ArgumentParser
import Captures
import Dissection

/// `headwind export objects`.
struct ExportObjects: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "objects",
    abstract: "Write the decoded bodies of requests and responses to a folder, one file each.",
    discussion: """
      Files are named as in Wireshark: the last part of the URL, with a number if the name is taken. Each file has a line on \
      standard output: the packet that completed it, bytes, type, name.
      """)

  @Argument(help: "The folder; it is created if it does not exist.", completion: .directory)
  var folder: String

  @OptionGroup var options: ExportOptions

  @Flag(name: .long, help: "Also write incomplete bodies.")
  var partial = false

  /// Takes `FILE FOLDER`, too: what is a file is no folder.
  mutating func validate() throws {
    guard let path = options.source.path, RegularFile.isOne(folder), !RegularFile.isOne(path) else { return }
    (options.source.path, folder) = (folder, path)
  }

  func run() throws {
    let folder = try ObjectFolder(folder)
    try options.run(ObjectSink(folder, keepsPartial: partial), bodyLimit: options.source.budget.memory.bytes / 2)
  }
}
