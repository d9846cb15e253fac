import Captures
import PacketLines
import TextOutput
import Wire

/// Prints each frame as tcpdump does.
struct FramePrinter: ~Copyable {
  private var listing: PacketListing
  private let output: StandardOutput

  init(_ options: ListingOptions, lineBuffered: Bool) {
    listing = PacketListing(options: options)
    output = StandardOutput(lineBuffered: lineBuffered)
  }

  mutating func print(_ frame: Frame, _ bytes: Span<UInt8>, note: PrintableText? = nil) throws(StandardOutput.Trouble) {
    listing.append(frame, bytes, note: note)
    if output.isDue(listing.text.count) {
      try flush()
    }
  }

  mutating func flush() throws(StandardOutput.Trouble) {
    defer { listing.text.removeAll() }
    try listing.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
  }
}
