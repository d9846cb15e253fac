public import Captures
import Dispatch
import Glibc
import PacketLines
import Synchronization
import Wire

/// The packets of a file on disk, which may still grow, and an index beside them.
///
/// One thread reads the file once and fills the index. Everything else reads packets where they are.
public final class PacketStore: Sendable {
  /// What is known of the file so far.
  struct Status: Sendable {
    var packets = 0
    /// How far the file was read, in bytes.
    var bytes = 0
    var first: Int64?
    var last: Int64?
    var isComplete = false
    /// Why reading ended early.
    var trouble: String?
  }

  private struct State {
    var index = PacketIndex()
    var status = Status()
    var isStopped = false
    /// The key logs in the file, each with the first packet after it.
    var secrets: [(row: Int, lines: [UInt8])] = []
  }

  /// How long it waits for more packets of a file that grows.
  static let pause: useconds_t = 10_000
  /// How many packets are entered at a time: few enough that the first screen is there at once.
  private static let batch = 8192

  /// The file that is read.
  let path: String
  /// What the user calls the source.
  let name: String
  /// Whether the source is a link or an interface.
  let isLive: Bool
  private let side: CaptureSide
  private let isGrowing: @Sendable () -> Bool
  private let state = Mutex(State())
  private let reader = Mutex<OpenReader?>(nil)

  /// - Parameters:
  ///   - path: a regular file that is not compressed.
  ///   - isGrowing: whether more packets may come.
  public init(
    path: String, name: String, isLive: Bool, side: CaptureSide = .client,
    isGrowing: @escaping @Sendable () -> Bool = { false }
  ) {
    self.path = path
    self.name = name
    self.isLive = isLive
    self.side = side
    self.isGrowing = isGrowing
  }

  var status: Status { state.withLock { $0.status } }
  var count: Int { state.withLock { $0.index.count } }
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Begins to read the file, on a thread of its own.
  public func start() {
    DispatchQueue(label: "headwind.console.index").async { self.readAll() }
  }

  /// Waits until the whole file was read.
  public func waitUntilRead() {
    while !status.isComplete, !isStopped { usleep(2000) }
  }

  /// Ends all that reads this file.
  public func stop() { state.withLock { $0.isStopped = true } }

  func place(of row: Int) -> PacketIndex.Place? { state.withLock { $0.index.place(of: row) } }
  func row(of number: Int) -> Int? { state.withLock { $0.index.row(of: number) } }
  func number(of row: Int) -> Int { state.withLock { $0.index.number(of: row) } }

  /// Another reader of the same packets, from the first one on.
  func open() throws(CaptureError) -> CaptureReader { try CaptureReader.open(path, side: side) }

  /// A reader of the packets of both ends of a link, if the file has both.
  func openBothEnds() throws(CaptureError) -> CaptureReader { try CaptureReader.open(path, side: .both) }

  /// A reader for packets in any order.
  func openForSeeking() throws(CaptureError) -> CaptureReader {
    try CaptureReader.open(path, side: side, readSize: 4096)
  }

  /// The time of a packet; nil if there is none.
  func time(of row: Int) -> Int64? {
    state.withLock { (0..<$0.index.count).contains(row) ? $0.index[row].time : nil }
  }

  /// The key logs that are in the file before a packet, without those that are known.
  func secrets(before row: Int, known count: Int) -> [[UInt8]] {
    state.withLock { state in
      state.secrets[min(count, state.secrets.count)...].prefix { $0.row <= row }.map(\.lines)
    }
  }

  /// Reads packets by their rows, in any order, and lends each to `body`.
  func read(_ rows: some Sequence<Int>, _ body: (Int, Frame, Span<UInt8>, PacketIndex.Entry) -> Void)
    throws(CaptureError)
  {
    try reader.withLock { (kept: inout OpenReader?) throws(CaptureError) in
      let open = if let kept { kept } else { OpenReader(try PacketSeeker(self)) }
      kept = open
      for row in rows {
        guard let (frame, entry) = try open.seeker.read(row) else { continue }
        body(row, frame, open.seeker.reader.bytes, entry)
      }
    }
  }

  private func readAll() {
    do throws(CaptureError) {
      guard var reader = try openWhenThere() else { return end(nil) }
      try fill(&reader)
      end(nil)
    } catch {
      end(error.description)
    }
  }

  private func end(_ trouble: String?) {
    state.withLock {
      $0.status.isComplete = true
      $0.status.trouble = trouble
    }
  }

  /// A capture that has just begun has no header yet.
  private func openWhenThere() throws(CaptureError) -> CaptureReader? {
    while !isStopped {
      let mayCome = isGrowing()
      do throws(CaptureError) {
        return try open()
      } catch {
        guard mayCome, [.cutShort, .notACapture].contains(error.reason) else { throw error }
      }
      usleep(Self.pause)
    }
    return nil
  }

  private func fill(_ reader: inout CaptureReader) throws(CaptureError) {
    var listing = PacketListing(options: PacketRows.options)
    var interfaces = -1
    var section: Int?
    while !isStopped {
      let mayCome = isGrowing()
      do throws(CaptureError) {
        while try fillBatch(&reader, &listing, &interfaces, &section), !isStopped {}
      } catch {
        guard mayCome, error.reason == .cutShort else { throw error }
      }
      guard mayCome else { return }
      usleep(Self.pause)
      try reader.seek(to: reader.offset, in: reader.sectionContext, number: reader.nextNumber)
    }
  }

  /// Enters the next packets; false at the end of what there is.
  private func fillBatch(
    _ reader: inout CaptureReader, _ listing: inout PacketListing, _ interfaces: inout Int, _ section: inout Int?
  ) throws(CaptureError) -> Bool {
    var entries: [(PacketIndex.Entry, Int)] = []
    var context: CaptureReader.SectionContext?
    defer { publish(entries, context, offset: reader.offset) }
    while entries.count < Self.batch {
      guard let frame = try reader.next() else { return false }
      let secrets = reader.takeKeyLog()
      if !secrets.isEmpty { state.withLock { $0.secrets.append(($0.index.count + entries.count, secrets)) } }
      if interfaces < 0 || reader.section != section {
        publish(entries, context, offset: reader.offset)
        entries.removeAll(keepingCapacity: true)
        context = reader.sectionContext
        section = reader.section
      } else if reader.interfaces.count > interfaces {
        let more = Array(reader.interfaces[interfaces...])
        if context == nil { state.withLock { $0.index.extendSection(by: more) } } else { context?.extend(by: more) }
      }
      interfaces = reader.interfaces.count
      let entry = PacketIndex.Entry(
        offset: reader.recordOffset, time: frame.timestamp.nanoseconds,
        context: listing.remember(frame, reader.bytes))
      entries.append((entry, frame.number))
    }
    return true
  }

  /// - Parameter context: the section of these packets, if it differs from that of the packets before them.
  private func publish(
    _ entries: [(PacketIndex.Entry, Int)], _ context: CaptureReader.SectionContext?, offset: Int
  ) {
    guard let first = entries.first, let last = entries.last else { return }
    state.withLock { state in
      if let context { state.index.begin(context) }
      for (entry, number) in entries { state.index.append(entry, number: number) }
      state.status.packets = state.index.count
      state.status.bytes = offset
      state.status.first = state.status.first ?? first.0.time
      state.status.last = last.0.time
    }
  }
}

/// A reader that is kept for the next question.
private final class OpenReader {
  var seeker: PacketSeeker

  init(_ seeker: consuming PacketSeeker) { self.seeker = seeker }
}
