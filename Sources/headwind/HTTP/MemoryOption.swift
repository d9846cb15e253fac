import ArgumentParser

/// The limit on the memory for reading.
struct MemoryOption: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Limit the memory for conversations, waiting segments, fragments and open exchanges: 28M, 1G.", valueName: "size"),
    transform: Self.parse)
  var memory = ByteSize(bytes: 28 << 20)

  @Sendable private static func parse(_ text: String) throws -> ByteSize {
    guard let size = ByteSize(text), 1 << 20...64 << 30 ~= size.bytes else {
      throw ValidationError("write a size from 1M to 64G, such as 28M.")
    }
    return size
  }
}
