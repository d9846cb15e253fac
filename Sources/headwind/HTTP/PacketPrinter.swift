import Captures
import Dissection
import Exchanges
import PacketLines
import Streams
import TextOutput
import Wire

/// Prints the packets of an exchange, like `tcpdump -n -X -#`.
enum PacketPrinter {
  /// - Parameter file: the file to read again for the packets. If it is nil, `keeper` has the latest packets.
  static func print(_ exchange: HTTPExchange, file: String?, _ keeper: FrameKeeper) throws {
    let numbers = Set(exchange.detail?.sources.map(\.packet.number) ?? [])
    var listing = PacketListing(options: ListingOptions(time: .none, dump: .hexadecimalAndText, showsNumber: true))
    var output = StandardOutput()
    try output.print("\npackets \(PacketNumbers.list(Array(numbers)))\n")
    var shown = 0
    if let file, let last = numbers.max() {
      var reader = try CaptureReader.open(file, side: .both)
      while let frame = try reader.next(), frame.number <= last {
        guard numbers.contains(frame.number) else { continue }
        listing.append(frame, reader.bytes)
        try flush(&listing, &output)
        shown += 1
      }
    } else {
      for (frame, bytes) in keeper.frames(numbers) {
        listing.append(frame, bytes.span)
        try flush(&listing, &output)
        shown += 1
      }
    }
    if shown < numbers.count {
      try output.print("\(numbers.count - shown) packets are no longer in memory\n")
    }
    try output.flush()
  }

  private static func flush(_ listing: inout PacketListing, _ output: inout StandardOutput) throws {
    try output.flush()
    try listing.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
    listing.text.removeAll()
  }
}
