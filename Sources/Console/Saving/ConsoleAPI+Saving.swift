import Captures
import Glibc
public import TextOutput

// What can be seen, as one HTML file.
extension ConsoleAPI {
  /// How many bytes of trees and of exchanges with their bodies a file has.
  private static let mostTrees = 16 << 20
  private static let mostExchanges = 8 << 20
  /// How many conversations have their packets and sequence numbers drawn.
  private static let mostStreams = 4
  /// The most packets that may be asked for.
  static let mostSavedPackets = 20_000
  static let usualSavedPackets = 2000

  /// Writes the page with what it shows, once the source is read.
  ///
  /// - Parameter packets: how many packets are listed.
  public func appendSavedPage(packets: Int = 2000, to text: inout TextBuffer) {
    SavedPage.append(bundle(packets: min(packets, Self.mostSavedPackets)), to: &text)
  }

  /// `{"left_out": [...], "answers": {"source": {...}, "packets": {...}, ...}}`
  private func bundle(packets: Int) -> TextBuffer {
    waitForExchanges()
    var leftOut: [String] = []
    var text = TextBuffer()
    text.append("{\"answers\":{\"source\":")
    appendStatus(to: &text)
    if let store {
      appendPackets(packets, store, &leftOut, &text)
      appendExchanges(&leftOut, &text)
      var paths = ["plots", "marks", "streams?count=1000", "latencies", "dns"]
      for stream in 0..<Self.mostStreams { paths += ["streams/\(stream)/sequence", "streams/\(stream)/packets"] }
      for path in paths { append(path, &text) }
      leftOut.append("At most the first \(Self.mostStreams) conversations are drawn.")
    }
    // The links of this machine, and the user's profiles, are nobody's business who gets the file.
    text.append("},\"saved\":")
    text.append(jsonString: Self.now())
    text.append(",\"left_out\":")
    text.append(list: leftOut) { $0.append(jsonString: $1) }
    text.append("}")
    return text
  }

  /// Adds the answer to a call, if it has one, under the path without its query.
  private func append(_ path: String, _ text: inout TextBuffer) {
    let (status, answer) = answer(APIRequest(method: "GET", target: "/api/" + path))
    guard status == 200 else { return }
    text.append(",\n")
    text.append(jsonString: String(path.prefix { $0 != "?" }))
    text.append(":")
    answer.withBytes { text.append($0) }
  }

  private func appendPackets(
    _ count: Int, _ store: PacketStore, _ leftOut: inout [String], _ text: inout TextBuffer
  ) {
    let kept = min(count, store.count)
    if kept < store.count { leftOut.append("The file has the first \(kept) of \(store.count) packets.") }
    text.append(",\n\"packets\":{\"total\":")
    text.append(json: kept)
    text.append(",\"from\":0,\"rows\":")
    do {
      let rows = Array(0..<kept)
      try PacketRows(store).append(rows, try desk().summaries.make(rows), to: &text)
    } catch {
      text.append("[]")
      leftOut.append("The packets cannot be read: \(error)")
    }
    text.append("}")
    let start = text.count
    for row in 0..<kept {
      guard text.count - start < Self.mostTrees else {
        return leftOut.append("Only the first \(row) packets have their fields and bytes.")
      }
      append("packets/\(store.number(of: row))", &text)
    }
  }

  private func appendExchanges(_ leftOut: inout [String], _ text: inout TextBuffer) {
    guard let exchanges else { return }
    let kept = min(exchanges.status.count, PacketRows.most)
    append("exchanges?count=\(kept)", &text)
    if kept < exchanges.status.count {
      leftOut.append("The file has the first \(kept) of \(exchanges.status.count) exchanges.")
    }
    let most = Self.mostExchanges
    var (count, size) = (0, 0)
    do {
      try exchanges.forEachDetail { number, detail in
        guard size < most, number <= kept else { return false }
        text.append(",\n\"exchanges/\(number)\":")
        detail.withBytes { text.append($0) }
        count += 1
        size += detail.count
        return true
      }
    } catch {
      leftOut.append("The exchanges cannot be read: \(error.description)")
    }
    if count < kept { leftOut.append("Only \(count) exchanges have their headers and bodies.") }
  }

  /// Exchanges are read from the first question on; those of a live source so far are taken.
  private func waitForExchanges() {
    guard let exchanges, let store, !store.isLive else { return }
    exchanges.begin()
    while !exchanges.status.isComplete, !store.isStopped { usleep(5000) }
  }

  private static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
