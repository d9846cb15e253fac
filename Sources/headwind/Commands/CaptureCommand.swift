import ArgumentParser

/// `headwind capture`: looks at packets, live or from a file, in tcpdump's words.
///
/// What it does is in `Capture/`: `CaptureCommand+Reading`, `+Listening` and `+Showing`; its flags are in `Capture/Options/`,
/// one file for each concern.
struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Shows or records packets of a link, an interface or a file; flags and lines are tcpdump's.",
    discussion: """
      A file that is cut short is shown as far as it goes, and the command ends with 1. Other ends: 0 all is well, \
      2 a flag or filter is not understood, 3 the file is no capture, 4 no permission, no such interface, no room.
      """)

  /// The letters that the options below have.
  static let letters = ShortOptionBundle([
    SourceOptions.letters, FilterOptions.letters, LimitOptions.letters, WriteOptions.letters, ListOptions.letters,
    TreeOptions.letters,
  ])

  @OptionGroup var source: SourceOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var target: WriteOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var tree: TreeOptions
  @OptionGroup var filter: FilterOptions

  func run() throws {
    try explained {
      if source.listsInterfaces {
        try InterfaceList.print()
      } else if let file = source.file {
        try read(file)
      } else if let interface = source.interface {
        try listen(on: interface)
      }
    }
  }
}
