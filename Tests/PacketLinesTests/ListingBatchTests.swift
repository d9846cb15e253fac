import PacketLines
import TestSupport
import Testing
import TextOutput
import Wire

/// Lines that are written beside each other are those that one listing writes after the other.
@Suite struct ListingBatchTests {
  @Test(arguments: TcpdumpLinesTests.quick + TcpdumpLinesTests.full)
  func batchesSayWhatOneListingSays(_ test: TcpdumpLinesTests.Case) {
    var generator = FrameGenerator(seed: test.seed, linkType: test.linkType)
    // Every other packet repeats an earlier one, so that conversations go on across batches.
    var frames: [FrameGenerator.Generated] = []
    for index in 0..<1500 { frames.append(index % 2 == 0 || frames.isEmpty ? generator.next() : frames[index / 3]) }
    var options = test.options
    options.showsNumber = true
    let expected = ListedPackets.print(frames, linkType: test.linkType, options: options)

    var reader = PacketListing(options: options)
    var writers = [PacketListing(options: options), PacketListing(options: options)]
    var batches: [ListingBatch] = []
    for (index, generated) in frames.enumerated() {
      if batches.last?.isFull ?? true { batches.append(ListingBatch(capacity: 3000)) }
      let frame = Frame(
        number: index + 1, timestamp: Tcpdump.timestamp(of: index), linkType: test.linkType,
        originalLength: generated.originalLength)
      batches[batches.count - 1].append(frame, generated.bytes.span, after: &reader)
    }
    #expect(batches.count > 10)
    var actual: [UInt8] = []
    for index in batches.indices {
      let writer = index % 2
      batches[index].write(to: &writers[writer])
      writers[writer].text.withBytes { text in for place in text.indices { actual.append(text[place]) } }
      writers[writer].text.removeAll()
      #expect(batches[index].isEmpty)
    }
    #expect(actual == expected)
  }
}
