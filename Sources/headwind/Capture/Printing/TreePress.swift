import Dispatch
import Dissection
import Synchronization
import TextOutput
import Wire

/// Prints trees on several threads, in order, while the next packets are dissected.
///
/// Dissection has to go packet by packet, since each may depend on those before it. Printing depends on nothing, and neither
/// do JSON documents, which are added to a tree just before it is printed. So full batches wait in a row for the helpers.
/// Where the row is long, the thread that dissects prints the first of it, so that no core is idle and memory is bounded by
/// what a few batches may hold.
final class TreePress: Sendable {
  /// How many batches may wait for each helper.
  private static let longestRow = 4

  private let helpers: Int
  /// Prints the batches that no helper has time for.
  private let desk: Mutex<PrintingDesk>
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
    /// How many trees had no more nodes, of those that were finished here.
    var cutTrees = 0
    /// Why nothing more can be printed.
    var trouble: StandardOutput.Trouble?
  }

  /// - Parameters:
  ///   - settings: those with which the trees are dissected.
  ///   - helpers: how many threads print besides the one that dissects.
  init(_ printer: consuming sending FieldPrinter, _ settings: DissectionSettings, helpers: Int) {
    self.helpers = helpers
    desk = Mutex(PrintingDesk(printer: printer, finisher: TreeFinisher(settings)))
    let queue = DispatchQueue(label: "headwind.trees", attributes: .concurrent)
    for _ in 0..<helpers {
      queue.async(group: group) { [self] in
        let printer = desk.withLock { $0.printer.twin() }
        var desk = PrintingDesk(printer: printer, finisher: TreeFinisher(settings))
        help(&desk)
      }
    }
  }

  /// How many trees had no more nodes, of those that were finished here.
  var cutTrees: Int { state.withLock { $0.cutTrees } }

  /// Takes a full batch to be printed, and leaves an empty one in its place.
  /// - Throws: what kept an earlier batch from being printed.
  func print(_ batch: inout TreeBatch) throws(StandardOutput.Trouble) {
    let (isLong, trouble) = state.withLock { state -> (Bool, StandardOutput.Trouble?) in
      state.row.append(Job(turn: state.jobs, first: state.packets, batch: batch))
      state.jobs += 1
      state.packets += batch.count
      batch = state.spare.popLast() ?? TreeBatch()
      return (state.row.count > Self.longestRow * helpers, state.trouble)
    }
    if let trouble { throw trouble }
    isWaiting.signal()
    if isLong { desk.withLock { _ = printNext(&$0) } }
  }

  /// Prints the remaining batches, and writes all output.
  func finish(_ batch: inout TreeBatch) throws(StandardOutput.Trouble) {
    if !batch.isEmpty { try print(&batch) }
    desk.withLock { while printNext(&$0) {} }
    state.withLock { $0.isOver = true }
    for _ in 0..<helpers { isWaiting.signal() }
    group.wait()
    let (packets, hasValue, trouble) = state.withLock { ($0.packets, $0.hasValue, $0.trouble) }
    if let trouble { throw trouble }
    try desk.withLock { desk throws(StandardOutput.Trouble) in
      desk.printer.add(packets, hadValue: hasValue)
      try desk.printer.finish()
    }
  }

  /// Prints batches until there are no more.
  private func help(_ desk: inout PrintingDesk) {
    while true {
      isWaiting.wait()
      // Another thread may have taken the batch that this was told of.
      if !printNext(&desk), state.withLock({ $0.isOver }) { return }
    }
  }

  /// Prints the first batch of the row; false if there is none.
  private func printNext(_ desk: inout PrintingDesk) -> Bool {
    guard var job = state.withLock({ state -> Job? in state.row.isEmpty ? nil : state.row.removeFirst() }) else {
      return false
    }
    let cutBefore = desk.finisher.cutTrees
    job.batch.print(at: &desk, first: job.first)
    let cutTrees = desk.finisher.cutTrees - cutBefore
    let trouble = turns.pass(job.turn) { () -> StandardOutput.Trouble? in
      guard state.withLock({ $0.trouble == nil }) else { return nil }
      do throws(StandardOutput.Trouble) {
        try desk.printer.flush()
        return nil
      } catch {
        return error
      }
    }
    job.batch.removeAll()
    let hasValue = desk.printer.hasValue
    state.withLock { state in
      // The batch must not be shared when it is filled again, because that would copy it.
      state.spare.append(TreeBatch())
      swap(&state.spare[state.spare.count - 1], &job.batch)
      state.hasValue = state.hasValue || hasValue
      state.cutTrees += cutTrees
      state.trouble = state.trouble ?? trouble
    }
    return true
  }
}

/// What one thread prints with.
struct PrintingDesk: ~Copyable {
  var printer: FieldPrinter
  var finisher: TreeFinisher
}

/// Packets with their trees, in their order; what held one batch's packets holds the next one's.
struct TreeBatch: Sendable {
  /// The limits of a batch: packets, nodes in their trees, and bytes of text and of messages.
  private static let mostPackets = 64
  private static let mostNodes = 32_768
  private static let mostBytes = 4 << 20
  /// The memory of a packet is kept for reuse up to these sizes.
  private static let usualNodes = mostNodes / mostPackets
  private static let usualBytes = mostBytes / mostPackets

  private var packets: [(tree: FieldTree, frame: Frame, bytes: TextBuffer)] = []
  private(set) var count = 0
  private var nodes = 0
  private var bytes = 0

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count >= Self.mostPackets || nodes >= Self.mostNodes || bytes >= Self.mostBytes }

  /// Adds the last dissected packet.
  mutating func add(_ dissector: inout PacketDissector, _ frame: Frame, _ bytes: Span<UInt8>) {
    if count == packets.count { packets.append((FieldTree(), frame, TextBuffer(capacity: bytes.count + 8))) }
    packets[count].frame = frame
    packets[count].bytes.removeAll()
    // A buffer of text copies whole words.
    packets[count].bytes.append(bytes)
    dissector.exchangeTree(&packets[count].tree)
    nodes += packets[count].tree.nodes.count
    self.bytes += bytes.count + packets[count].tree.size
    count += 1
  }

  /// Formats all packets without writing them.
  ///
  /// - Parameter first: how many packets are printed before these.
  func print(at desk: inout PrintingDesk, first: Int) {
    for (place, packet) in packets[..<count].enumerated() {
      packet.bytes.withBytes { bytes in
        var tree = packet.tree
        if !tree.isFinished {
          desk.finisher.finish(tree, bytes)
          tree = desk.finisher.tree
        }
        desk.printer.append(tree, packet.frame, bytes, number: first + place)
      }
    }
  }

  /// Removes the packets, and frees the memory of unusually large ones, because many empty batches can wait at the
  /// same time.
  mutating func removeAll() {
    for place in 0..<count {
      let tree = packets[place].tree
      guard tree.nodes.count > Self.usualNodes || tree.size > Self.usualBytes else { continue }
      packets[place] = (FieldTree(), packets[place].frame, TextBuffer(capacity: 64))
    }
    (count, nodes, bytes) = (0, 0, 0)
  }
}
