import ArgumentParser
import Captures
import Dissection

/// `headwind export objects`.
struct ExportObjects: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "objects",
    abstract: "Writes the bodies of requests and responses to a folder, decoded, a file each.",
    discussion: """
      Files are named as Wireshark names exported objects: by the last part of the URL, numbered where a name is taken. \
      A line for each goes to standard output: the packet that completed it, bytes, type, name.
      """)

  @OptionGroup var options: ExportOptions

  @Flag(name: .long, help: "Write bodies that are not whole, too.")
  var partial = false

  @Argument(help: "The folder, which is made if it is not there.")
  var folder: String

  func run() throws {
    let folder = try ObjectFolder(folder)
    try options.run(ObjectSink(folder, keepsPartial: partial), bodyLimit: options.source.budget.memory.bytes / 2)
  }
}
