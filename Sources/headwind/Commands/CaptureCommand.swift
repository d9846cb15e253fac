import ArgumentParser
import Captures
import Glibc
import VirtualLink

/// `headwind capture`: shows packets, live or from a file, with tcpdump's options.
///
/// Its implementation is in `Capture/`: `CaptureCommand+Reading`, `+Listening` and `+Showing`. Its options are in
/// `Capture/Options/`, one file for each concern.
struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Show or record the packets of a link, an interface or a file, with tcpdump's options and output.",
    discussion: """
      Without -i and -r, the first word is the file: 'capture FILE tcp port 80'. A truncated file is shown as far as it goes.

      Exit status: 0 success, 1 truncated file, 2 invalid option or filter, 3 not a capture file, 4 permission denied, \
      no such interface, or disk full.
      """)

  /// The letters of all options below.
  static let letters = ShortOptionBundle([
    SourceOptions.letters, FilterOptions.letters, LimitOptions.letters, WriteOptions.letters, ListOptions.letters,
    TreeOptions.letters,
  ])

  @OptionGroup var source: SourceOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var target: WriteOptions
  @OptionGroup var precision: PrecisionOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var tree: TreeOptions
  @OptionGroup var following: FollowOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var pager: PagerOption

  /// Takes the first word for the file if no option names a source, which tcpdump's command lines always need here. So no word of a
  /// filter is ever mistaken for a file.
  mutating func validate() throws {
    guard !source.isGiven else { return }
    guard let word = filter.filter.first else {
      throw ValidationError("Give a capture FILE (-r FILE is the same), -i LINK or -D.")
    }
    guard word == "-" || access(word, F_OK) == 0 else {
      throw ValidationError(
        "Give a capture FILE (-r FILE is the same), -i LINK or -D: there is no file '\(word)', and a filter needs a source."
      )
    }
    source.file = word
    filter.filter.removeFirst()
  }

  func run() throws {
    // The console that captures with this process may have ended.
    guard ParentProcess.bind() else { throw ExitStatus.environment }
    if source.file.map({ $0 != "-" && RegularFile.isOne($0) }) == true, target.file == nil { pager.begin() }
    try explained {
      let files = try source.files()
      if source.listsInterfaces {
        try source.namespace.enter()
        let links = !source.namespace.isUsed
        if source.listsAsJSON {
          try InterfaceList.printJSON(links: links)
        } else {
          try InterfaceList.print(links: links)
        }
      } else if source.dumpsProgram > 0 {
        try dumpProgram(files.first)
      } else if source.listsLinkTypes, let interface = source.interface {
        try InterfaceList.printLinkTypes(try source.namespace.enter(for: interface))
      } else if source.listsTimeStampTypes, let interface = source.interface {
        try InterfaceList.printTimeStampTypes(try source.namespace.enter(for: interface))
      } else if let target = following.target {
        try follow(target, in: files)
      } else if let interface = source.interface {
        try listen(on: interface)
      } else {
        try read(files)
      }
    }
  }
}
