import Captures
import TestSupport
import Testing
import Wire

/// Nothing that may be copied is lost on the way from file to file.
@Suite(.waiting) struct CopyTests {
  @Test func bothByteOrdersSayTheSame() throws {
    try TemporaryFolder.with { folder in
      try Files.write(FileBytes.everything(bigEndian: false), to: folder + "/little.pcapng")
      try Files.write(FileBytes.everything(bigEndian: true), to: folder + "/big.pcapng")
      let little = try Told.all(in: folder + "/little.pcapng")
      #expect(try Told.all(in: folder + "/big.pcapng") == little)
      // Section, interface, names, secrets, packet, custom block, packet, statistics.
      #expect(little.count == 8)
      guard case .packet(_, _, let options) = little[4] else {
        Issue.record("\(little[4])")
        return
      }
      #expect(options.map(\.code) == [1, 1, 2, 3, 4, 5, 6, 7, 2988])
      #expect(options[2].number == 0x0100_0005 && options[4].number == 77 && options[6].number == 3)
    }
  }

  @Test(arguments: [false, true])
  func aCopySaysAllAgain(bigEndian: Bool) throws {
    try TemporaryFolder.with { folder in
      let (path, copy) = (folder + "/a.pcapng", folder + "/copy.pcapng")
      try Files.write(FileBytes.everything(bigEndian: bigEndian), to: path)
      let told = try Told.all(in: path)
      try Told.write(told, to: copy)
      #expect(try Told.all(in: copy) == told)
      // Wireshark sees the same in both. (The block that must not be copied is a record of its own to it.)
      let fields = [
        "frame.time_epoch", "frame.len", "frame.cap_len", "frame.interface_name", "frame.interface_description",
        "frame.interface_queue", "frame.packet_flags", "frame.drop_count", "frame.packet_id", "frame.comment",
      ].flatMap { ["-e", $0] }
      let (theirs, ours) = (
        try Tool.run(["tshark", "-r", path, "-Y", "ip", "-T", "fields"] + fields),
        try Tool.run(["tshark", "-r", copy, "-Y", "ip", "-T", "fields"] + fields)
      )
      #expect(ours.status == 0 && ours.output == theirs.output, "\(ours.errors)")
      #expect(ours.output.contains("one,zwei") && ours.output.contains("the client's"))
      // Its names resolve the addresses, and capinfos knows who made it.
      let named = try Tool.run("tshark", "-N", "n", "-r", copy, "-Y", "ip", "-T", "fields", "-e", "ip.src_host")
      #expect(named.output.contains("search.example"), "\(named.output)")
      let infos = try Tool.run("capinfos", "-M", copy)
      #expect(infos.output.contains("made by hand") && infos.output.contains("of the section"), "\(infos.output)")
      #expect(infos.output.contains("Filter string = tcp port 80"), "\(infos.output)")
    }
  }

  @Test func dropsAreCountedOverSections() throws {
    try TemporaryFolder.with { folder in
      let bytes = FileBytes.everything(bigEndian: true) + FileBytes.everything(bigEndian: false)
      try Files.write(bytes, to: folder + "/two.pcapng")
      var reader = try CaptureReader.open(folder + "/two.pcapng")
      var sections: [Int?] = []
      while try reader.next() != nil { sections.append(reader.section) }
      #expect(sections == [1, 1, 2, 2])
      #expect(reader.dropsWhenCaptured == 6)
    }
  }

  @Test func checkSequencesAreStillAnnounced() throws {
    try TemporaryFolder.with { folder in
      var file = FileBytes(bigEndian: true)
      file.pcapHeader(0xA1B2_C3D4, linkType: 1 | 0x2400_0000)
      file.record(Samples.datagram(4), seconds: 1, fraction: 2)
      try Files.write(file.bytes, to: folder + "/a.pcap")
      let told = try Told.all(in: folder + "/a.pcap")
      try Told.write(told, to: folder + "/b.pcap", format: .pcap)
      #expect(try Told.all(in: folder + "/b.pcap") == told)
      try Told.write(told, to: folder + "/b.pcapng")
      let result = try Tool.run("tshark", "-r", folder + "/b.pcapng", "-T", "fields", "-e", "frame.protocols")
      #expect(result.status == 0, "\(result.errors)")
    }
  }
}
