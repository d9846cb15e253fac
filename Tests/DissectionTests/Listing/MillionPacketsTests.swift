import Dissection
import Testing
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Random and mutated packets through the list in its most talkative forms: whatever comes, no trap.
@Suite struct MillionPacketsTests {
  /// `HEADWIND_FUZZ_ITERATIONS` sets how many packets; a debug build takes fewer unless asked.
  private var iterations: Int { getenv("HEADWIND_FUZZ_ITERATIONS").flatMap { Int(String(cString: $0)) } ?? 20_000 }

  @Test(arguments: [LinkType.ethernet, .linuxSLL, .linuxSLL2, .null, .raw]) func noTrap(_ linkType: LinkType) {
    var generator = FrameGenerator(seed: UInt64(linkType.rawValue) &* 7919, linkType: linkType)
    var listings = [
      PacketListing(options: ListingOptions(quick: true)),
      PacketListing(options: ListingOptions(dump: .text, verbosity: 3, showsLinkHeader: true)),
      PacketListing(options: ListingOptions(time: .dateAndTime, dump: .hexadecimalAndText, nanoseconds: true)),
    ]
    for number in 1...max(1, iterations / 5) {
      var generated = generator.next()
      if generator.random.chance(3) { generated.bytes = generator.random.bytes(generator.random.below(160)) }
      let frame = Frame(
        number: number, timestamp: Timestamp(nanoseconds: Int64(bitPattern: generator.random.next())),
        linkType: linkType, originalLength: generated.originalLength)
      let index = number % listings.count
      listings[index].append(frame, generated.bytes.span)
      if listings[index].text.count > 1 << 20 { listings[index].text.removeAll() }
    }
  }
}
