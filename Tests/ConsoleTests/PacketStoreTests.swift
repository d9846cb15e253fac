import Captures
import Dissection
import Glibc
import PacketLines
import Synchronization
import TestSupport
import TextOutput
import Testing
import Wire

@testable import Console

@Suite(.waiting) struct PacketStoreTests {
  static let captures =
    [
      "captures/recorded/clean.pcapng", "captures/recorded/slow-net.pcapng", "captures/recorded/black-hole.pcapng",
      "Tests/headwindTests/Fixtures/failures.pcap", "Tests/headwindTests/Fixtures/messages.pcap",
    ]
    + ["datagrams", "nasty-net", "options-and-records", "stun-turn"].map {
      "Tests/DissectionTests/Fixtures/made/\($0).pcap"
    }

  static func store(_ path: String) -> PacketStore {
    let store = PacketStore(path: path, name: path, isLive: false)
    store.start()
    while !store.status.isComplete { usleep(1000) }
    return store
  }

  @Test func anEntryHas24Bytes() {
    #expect(MemoryLayout<PacketIndex.Entry>.stride == 24)
  }

  /// A line is the same whether the packets before it were just read or not.
  @Test(arguments: captures) func linesAreThoseOfTheList(of name: String) throws {
    let path = Repository.file(name)
    var wanted: [String] = []
    var reader = try CaptureReader.open(path)
    var listing = PacketListing(options: PacketRows.options)
    while let frame = try reader.next() {
      listing.append(frame, reader.bytes)
      wanted.append(listing.text.withBytes { String(text: $0) })
      listing.text.removeAll()
    }
    let store = Self.store(path)
    #expect(store.status.packets == wanted.count)
    for row in wanted.indices.reversed() {
      var found = PacketListing(options: PacketRows.options)
      try store.read([row]) { _, frame, bytes, entry in found.append(frame, bytes, in: entry.context) }
      #expect(found.text.withBytes { String(text: $0) } == wanted[row], "row \(row) of \(name)")
    }
  }

  /// A section is noted once, however many interfaces it describes between its packets.
  @Test func interfacesBetweenPacketsAreNotedWithTheirSection() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/many.pcapng"
      var writer = try CaptureWriter.create(path, format: .pcapng)
      let bytes = [UInt8](repeating: 0, count: 60)
      for section in 0..<3 {
        try writer.write(.section([]))
        for number in 0..<200 {
          let interface = CaptureInterface(linkType: .ethernet, name: "\(section).\(number)")
          let id = try writer.addInterface(interface)
          let frame = Frame(
            number: 1, timestamp: Timestamp(nanoseconds: 0), linkType: .ethernet, originalLength: 60, interfaceID: id)
          try writer.write(frame, bytes.span)
        }
      }
      try writer.close()
      let store = Self.store(path)
      #expect(store.status.packets == 600)
      var seen: [Int] = []
      try store.read([0, 1, 199, 200, 399, 400, 599].reversed()) { _, frame, _, _ in seen.append(frame.interfaceID) }
      #expect(seen.reversed() == [0, 1, 199, 0, 199, 0, 199])
    }
  }

  @Test func aSectionIsExtendedInPlace() throws {
    let path = Repository.file("captures/recorded/clean.pcapng")
    let context = try CaptureReader.open(path).sectionContext
    var index = PacketIndex()
    for number in 1...3 {
      if number != 2 { index.begin(context) }
      index.append(PacketIndex.Entry(offset: 0, time: 0, context: LineContext(kind: .none)), number: number)
      index.extendSection(by: [CaptureInterface(linkType: .ethernet, name: "more")])
    }
    let counts = (0..<3).map { index.place(of: $0)?.section.interfaces.count }
    #expect(counts == [2, 2, 1].map { context.interfaces.count + $0 })
  }

  @Test func aFileThatIsCutShortIsReadAsFarAsItGoes() throws {
    try TemporaryFolder.with { folder in
      let whole = try Files.read(Repository.file("captures/recorded/clean.pcapng"))
      try Files.write(Array(whole.dropLast(20)), to: folder + "/cut.pcapng")
      let status = Self.store(folder + "/cut.pcapng").status
      #expect(status.packets > 0 && status.trouble != nil)
    }
  }

  /// The writer is in the middle of a packet whenever the reader looks.
  @Test func aGrowingFileIsFollowed() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/growing.pcapng"
      let whole = try Files.read(Repository.file("captures/recorded/clean.pcapng"))
      try Files.write([UInt8](), to: path)
      let end = AtomicFlag()
      let store = PacketStore(path: path, name: "growing", isLive: true, isGrowing: { !end.isSet })
      store.start()
      for length in stride(from: 1, to: whole.count, by: 1111) {
        try Files.write(Array(whole[..<length]), to: path)
        usleep(12_000)
      }
      try Files.write(whole, to: path)
      end.set()
      while !store.status.isComplete { usleep(1000) }
      #expect(store.status.trouble == nil)
      #expect(store.status.packets == Self.store(Repository.file("captures/recorded/clean.pcapng")).status.packets)
    }
  }

  @Test func aFilterFindsWhatASinglePassFinds() throws {
    let store = Self.store(Repository.file("captures/recorded/clean.pcapng"))
    for text in ["http", "tcp.flags.syn == 1", "dns", "tcp.reassembled_in", "frame.number > 3 and frame.number < 6"] {
      let filter = try DisplayFilter(text)
      let job = FilterJob(id: 1, filter, store, DissectorTables())
      job.start()
      while !job.status.status.isComplete { usleep(1000) }
      let output = try Tool.run([
        BuiltProducts.headwind, "capture", "-r", store.path, "-Y", text, "-T", "fields", "-e", "frame.number",
      ])
      #expect(job.hits(from: 0, count: 1000).map { String($0 + 1) } == output.lines, "\(text)")
    }
  }

  @Test func aFilterCanBeStopped() throws {
    let store = PacketStore(
      path: Repository.file("captures/recorded/clean.pcapng"), name: "live", isLive: true, isGrowing: { true })
    store.start()
    defer { store.stop() }
    let job = FilterJob(id: 1, try DisplayFilter("http"), store, DissectorTables())
    job.start()
    while job.status.status.examined == 0 { usleep(1000) }
    #expect(!job.status.status.isComplete)
    job.cancel()
    #expect(job.status.status.isCancelled)
  }
}

/// Something that happens once, told to another thread.
final class AtomicFlag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
