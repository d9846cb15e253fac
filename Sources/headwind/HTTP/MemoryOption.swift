import ArgumentParser

/// How much memory reading may take.
struct MemoryOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "What conversations, waiting segments, fragments and open exchanges may take in all: 64M, 1G.", valueName: "size"),
    transform: Self.parse)
  var memory = ByteSize(bytes: 64 << 20)

  /// A number alone is in MiB.
  @Sendable private static func parse(_ text: String) throws -> ByteSize {
    guard let size = ByteSize(text, unit: 0x1p20) else {
      throw ValidationError("--memory \(text): not a size such as 64M.")
    }
    guard 1 << 20...64 << 30 ~= size.bytes else { throw ValidationError("--memory \(text): from 1M to 64G.") }
    return size
  }
}
