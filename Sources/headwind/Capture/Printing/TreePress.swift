import Dispatch
import Dissection
import Synchronization
import Wire

/// Prints trees on several threads, in order, while the next packets are dissected.
///
/// Packets must be dissected in order, because each may depend on earlier ones, but they can be printed
/// independently. So full batches wait in a queue for the helpers. If the queue is long, the thread that dissects
/// prints its first batch, so that no core is idle and memory is bounded by a few batches.
final class TreePress: Sendable {
  private let helpers: Int
  /// Prints the batches that no helper has time for.
  private let printer: Mutex<FieldPrinter>
  private let state = Mutex(State())
  /// Signalled for each batch in the queue.
  private let isWaiting = DispatchSemaphore(value: 0)
  private let turns = Turns()
  private let group = DispatchGroup()

  /// A batch, its place in the order, and the number of packets before it.
  private struct Job {
    let turn: Int
    let first: Int
    var batch: TreeBatch
  }

  private struct State {
    var row: [Job] = []
    /// Empty batches whose memory is reused.
    var spare: [TreeBatch] = []
    var jobs = 0
    var packets = 0
    var isOver = false
    var hasValue = false
    /// The error because of which nothing more can be printed.
    var trouble: StandardOutput.Trouble?
  }

  /// - Parameter helpers: the number of threads that print, besides the one that dissects.
  init(_ printer: consuming sending FieldPrinter, helpers: Int) {
    self.helpers = helpers
    self.printer = Mutex(printer)
    let queue = DispatchQueue(label: "headwind.trees", attributes: .concurrent)
    for _ in 0..<helpers {
      queue.async(group: group) { [self] in
        var printer = self.printer.withLock { $0.twin() }
        help(&printer)
      }
    }
  }

  /// Takes a full batch for printing, and replaces it with an empty one.
  /// - Throws: the error that prevented an earlier batch from being printed.
  func print(_ batch: inout TreeBatch) throws(StandardOutput.Trouble) {
    let (isLong, trouble) = state.withLock { state -> (Bool, StandardOutput.Trouble?) in
      state.row.append(Job(turn: state.jobs, first: state.packets, batch: batch))
      state.jobs += 1
      state.packets += batch.count
      batch = state.spare.popLast() ?? TreeBatch()
      return (state.row.count > 2 * helpers, state.trouble)
    }
    if let trouble { throw trouble }
    isWaiting.signal()
    if isLong { printer.withLock { _ = printNext(&$0) } }
  }

  /// Prints the remaining batches, and writes all output.
  func finish(_ batch: inout TreeBatch) throws(StandardOutput.Trouble) {
    if !batch.isEmpty { try print(&batch) }
    printer.withLock { while printNext(&$0) {} }
    state.withLock { $0.isOver = true }
    for _ in 0..<helpers { isWaiting.signal() }
    group.wait()
    let (packets, hasValue, trouble) = state.withLock { ($0.packets, $0.hasValue, $0.trouble) }
    if let trouble { throw trouble }
    try printer.withLock { printer throws(StandardOutput.Trouble) in
      printer.add(packets, hadValue: hasValue)
      try printer.finish()
    }
  }

  /// Prints batches until there are no more.
  private func help(_ printer: inout FieldPrinter) {
    while true {
      isWaiting.wait()
      // Another thread may have taken the batch of this signal.
      if !printNext(&printer), state.withLock({ $0.isOver }) { return }
    }
  }

  /// Prints the first batch of the queue; false if there is none.
  private func printNext(_ printer: inout FieldPrinter) -> Bool {
    guard var job = state.withLock({ state -> Job? in state.row.isEmpty ? nil : state.row.removeFirst() }) else {
      return false
    }
    job.batch.print(to: &printer, first: job.first)
    let trouble = turns.pass(job.turn) { () -> StandardOutput.Trouble? in
      guard state.withLock({ $0.trouble == nil }) else { return nil }
      do throws(StandardOutput.Trouble) {
        try printer.flush()
        return nil
      } catch {
        return error
      }
    }
    job.batch.removeAll()
    let hasValue = printer.hasValue
    state.withLock { state in
      // The batch must not be shared when it is filled again, because that would copy it.
      state.spare.append(TreeBatch())
      swap(&state.spare[state.spare.count - 1], &job.batch)
      state.hasValue = state.hasValue || hasValue
      state.trouble = state.trouble ?? trouble
    }
    return true
  }
}

/// Packets with their trees, in order. The memory of one batch is reused for the next.
struct TreeBatch: Sendable {
  /// The limits of a batch: packets, nodes in their trees, and bytes of text and of messages.
  private static let mostPackets = 64
  private static let mostNodes = 32_768
  private static let mostBytes = 4 << 20
  /// The memory of a packet is kept for reuse up to these sizes.
  private static let usualNodes = mostNodes / mostPackets
  private static let usualBytes = mostBytes / mostPackets

  private var packets: [(tree: FieldTree, frame: Frame, bytes: [UInt8])] = []
  private(set) var count = 0
  private var nodes = 0
  private var bytes = 0

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count >= Self.mostPackets || nodes >= Self.mostNodes || bytes >= Self.mostBytes }

  /// Adds the last dissected packet.
  mutating func add(_ dissector: inout PacketDissector, _ frame: Frame, _ bytes: Span<UInt8>) {
    if count == packets.count { packets.append((FieldTree(), frame, [])) }
    packets[count].frame = frame
    packets[count].bytes.removeAll(keepingCapacity: true)
    packets[count].bytes.reserveCapacity(bytes.count)
    for index in bytes.indices { packets[count].bytes.append(bytes[index]) }
    dissector.exchangeTree(&packets[count].tree)
    nodes += packets[count].tree.nodes.count
    self.bytes += bytes.count + packets[count].tree.size
    count += 1
  }

  /// Formats all packets without writing them.
  ///
  /// - Parameter first: the number of packets before these.
  func print(to printer: inout FieldPrinter, first: Int) {
    for (place, packet) in packets[..<count].enumerated() {
      printer.append(packet.tree, packet.frame, packet.bytes.span, number: first + place)
    }
  }

  /// Removes the packets, and frees the memory of unusually large ones, because many empty batches can wait at the
  /// same time.
  mutating func removeAll() {
    for place in 0..<count {
      let tree = packets[place].tree
      guard tree.nodes.count > Self.usualNodes || tree.size > Self.usualBytes else { continue }
      packets[place] = (FieldTree(), packets[place].frame, [])
    }
    (count, nodes, bytes) = (0, 0, 0)
  }
}
