import Captures
import Console
import Dissection
import Exchanges
import LinkConditions
import SensitiveFiles
import SystemPackage
import TextOutput
import Wire

/// Requests of a program that knows the console's token. The packets are as nasty as a file can have them: their times are as far apart as
/// numbers allow.
enum ConsoleInput {
  /// Requests, a line each: `METHOD TARGET FORM`.
  static func run(_ input: [UInt8]) {
    guard let api else { fatalError("console: no capture") }
    for line in input.split(separator: 0x0A).prefix(8) {
      let words = line.split(separator: 0x20, maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
      guard words.count >= 2 else { continue }
      let request = APIRequest(method: words[0], target: words[1], form: words.count > 2 ? words[2] : "")
      // Links are those of whoever runs this.
      guard request.path.first != "links" else { continue }
      let (status, answer) = api.answer(request)
      guard 200..<500 ~= status else { fatalError("console: \(status) to \(words)") }
      // A body is given as it is.
      if request.path.last != "body" { answer.withBytes { Oracle.text($0, "console") } }
    }
  }

  static let seeds: [[UInt8]] =
    [
      "GET /api/source", "GET /api/packets?from=9223372036854775807&count=100", "GET /api/packets/2",
      "POST /api/filters filter=ip\nGET /api/packets?filter=1&from=1&count=9\nGET /api/filters/1/rank?packet=3\nDELETE /api/filters/1",
      "GET /api/filters/check?filter=tcp.port+%3D%3D+80", "GET /api/exchanges?from=1&count=2\nGET /api/exchanges/1",
      "GET /api/exchanges/1/body?of=response", "GET /api/plots?bins=4000&from=1&to=9223372036854775807&stream=0",
      "GET /api/marks?count=10&from=4&to=3&wait=false", "GET /api/streams?from=1&count=1",
      "GET /api/streams/0/sequence?points=1&from=0&to=9", "GET /api/streams/9223372036854775807/packets?count=0",
      "GET /api/streams/0/follow?layer=http&bytes=99999999999999999999", "GET /api/latencies?points=0&bins=0&from=7",
      "GET /api/dns?count=18446744073709551616&from=0",
      "POST /api/decoding words=tcp.port%3D%3D9000,http\nGET /api/decoding",
      "GET /api/saved.html?packets=9223372036854775807",
      "POST /api/profiles/check yaml=name:+x%0Adownlink:+{+delay:+5+ms+}",
      "POST /api/profiles/clause clause=Slow+Net+after+2+s", "GET /api/suites/run?from=9223372036854775807",
      "POST /api/suites/run client=curl+%22{url}%22&deadline=9223372036854775807", "GET /api/exchanges.har",
    ].map { Array($0.utf8) }

  private static let api: ConsoleAPI? = {
    guard let file = try? SensitiveFile.createUnnamed(in: "/tmp") else { return nil }
    // The file stays as long as this process.
    let path = "/proc/self/fd/\(file.rawValue)"
    guard (try? write(to: path)) != nil else { return nil }
    let store = PacketStore(path: path, name: "packets", isLive: false)
    store.start()
    store.waitUntilRead()
    return ConsoleAPI(
      store, tables: DissectorTables(), options: HTTPOptions(), library: .shipped, trouble: { _ in "" }, version: "1",
      runsClients: false)
  }()

  private static func write(to path: String) throws(CaptureError) {
    var writer = try CaptureWriter.create(path, format: .pcapng, interfaces: [.init(linkType: .raw)])
    let times: [Int64] = [1, .max, 2, .max - 1, 1_000_000_000]
    let comments = ["profile: Black Hole", "Slow Net: delayed 999999999 h", "Slow Net: dropped by loss"]
    for (place, time) in times.enumerated() {
      let bytes = Array(Seeds.frames[place % Seeds.frames.count].dropFirst(2))
      try writer.write(
        Frame(
          number: place + 1, timestamp: Timestamp(nanoseconds: time), linkType: .raw, originalLength: bytes.count),
        bytes.span, comments: [comments[place % comments.count]])
    }
    try writer.close()
  }
}
