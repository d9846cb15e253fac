import Dissection
import Exchanges
import Streams
import TextOutput
import Wire

/// Writes the bodies of requests and responses to a folder, one file each.
struct ObjectSink: ExchangeSink, ~Copyable {
  private var folder: ObjectFolder
  private var output = StandardOutput()
  private let keepsPartial: Bool
  private var count = 0
  private var leftOut = 0

  init(_ folder: consuming ObjectFolder, keepsPartial: Bool) {
    self.folder = folder
    self.keepsPartial = keepsPartial
  }

  mutating func begin() throws {}

  mutating func see(_ frame: Frame, _ bytes: Span<UInt8>) {}

  mutating func take(_ exchange: HTTPExchange) throws {
    guard let detail = exchange.detail else { return }
    try write(exchange, exchange.request, detail.requestBody, isCut: detail.isRequestBodyCut)
    try write(exchange, exchange.response, detail.responseBody, isCut: detail.isResponseBodyCut)
  }

  private mutating func write(
    _ exchange: HTTPExchange, _ message: HTTPMessage?, _ body: [UInt8], isCut: Bool
  ) throws {
    guard let message, !body.isEmpty else { return }
    let isWhole = message.last != nil && message.missing == 0 && message.decodingFailure == nil && !isCut
    guard isWhole || keepsPartial else {
      leftOut += 1
      return
    }
    let packet = message.last?.number ?? exchange.ended?.number ?? 0
    let name = try folder.write(body, named: ObjectName.make(exchange, message, packet: packet))
    let type = HarmlessText.escaped(message.fields.contentType ?? "")
    let remark: PrintableText = isWhole ? "" : "\tincomplete"
    try output.print("\(packet)\t\(body.count)\t\(type)\t\(name)\(remark)\n")
    count += 1
  }

  mutating func flush() throws {
    try output.flush()
  }

  mutating func finish() throws {
    try output.flush()
    Headwind.say("headwind: \(count) object\(count == 1 ? "" : "s") in \(folder.path)")
    if leftOut > 0 {
      Headwind.say(
        "headwind: \(leftOut) incomplete object\(leftOut == 1 ? "" : "s") omitted (--partial writes them)")
    }
  }
}
