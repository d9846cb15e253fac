import ArgumentParser

/// The capture filter, as arguments or in a file.
struct FilterOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: [], valued: Set("F"))

  @Option(name: .customShort("F"), help: "Read the capture filter from this file.", completion: .file())
  var file: String?

  @Argument(
    help:
      "A capture filter, as in pcap-filter(7): tcp port 80 and host 10.0.0.1. Without -i and -r, a capture file stands before it.",
    completion: Candidates.filterWords)
  var filter: [String] = []

  func validate() throws {
    guard file == nil || filter.isEmpty else {
      throw ValidationError("Give the filter either as arguments or in a file (-F), not both.")
    }
  }

  /// The filter as a single text; empty for all packets.
  func expression() throws(Failure) -> String {
    guard let file else { return filter.joined(separator: " ") }
    return try TextFile.read(file)
  }
}
