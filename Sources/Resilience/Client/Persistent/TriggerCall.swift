internal import Glibc

/// The request by which a service is told what to do: POST with a JSON object, through the loopback interface of the calling thread's
/// network namespace.
///
/// No method waits; the owner polls. The end of the object closes the connection.
final class TriggerCall {
  private enum Step { case sending, receiving, ended(String) }

  /// The head and the body of a longer response are cut.
  private static let longest = 256 << 10
  private let socket: CInt
  private var step = Step.sending
  private var unsent: [UInt8]
  private var received: [UInt8] = []

  init(_ url: LoopbackURL, body: String) {
    let request =
      "POST \(url.target) HTTP/1.1\r\nHost: \(url.authority)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
    unsent = Array(request.utf8) + Array(body.utf8)
    socket = Self.connect(url)
    if socket < 0 { step = .ended("cannot connect to \(url.authority)") }
  }

  deinit {
    if socket >= 0 { close(socket) }
  }

  /// Whether a service accepts connections at a URL. On the loopback interface, the answer comes at once.
  static func isListening(_ url: LoopbackURL) -> Bool {
    let socket = connect(url)
    guard socket >= 0 else { return false }
    close(socket)
    return true
  }

  /// Continues as far as possible.
  /// - Returns: the answer, once the response is complete or the connection has ended.
  func advance() -> ProgramAnswer? {
    if case .sending = step { send() }
    if case .receiving = step { receive() }
    guard case .ended(let problem) = step else { return nil }
    guard let status = HTTPResponseText(received).status else {
      return ProgramAnswer(.error, text: problem.isEmpty ? "the service answered with no HTTP response" : problem)
    }
    return ProgramAnswer(httpStatus: status, text: HTTPResponseText(received).body)
  }

  private func send() {
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard count >= 0 else {
        if errno != EAGAIN && errno != EINTR { step = .ended("the service closed the connection") }
        return
      }
      unsent.removeFirst(count)
    }
    step = .receiving
  }

  private func receive() {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(socket, &chunk, chunk.count)
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      guard count > 0 else {
        step = .ended(count < 0 ? "the service reset the connection" : "")
        return
      }
      received += chunk.prefix(min(count, Self.longest - received.count))
      if HTTPResponseText(received).isComplete {
        step = .ended("")
        return
      }
    }
  }

  /// - Returns: a connected socket that does not block, or a negative number.
  private static func connect(_ url: LoopbackURL) -> CInt {
    let isIPv6 = url.host == "::1"
    let socket = Glibc.socket(
      isIPv6 ? AF_INET6 : AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return -1 }
    let isConnected: Bool
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = url.port.bigEndian
      address.sin6_addr = in6addr_loopback
      isConnected = connect(socket, &address)
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = url.port.bigEndian
      address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
      isConnected = connect(socket, &address)
    }
    guard isConnected, fcntl(socket, F_SETFL, O_NONBLOCK) == 0 else {
      close(socket)
      return -1
    }
    return socket
  }

  private static func connect<Address>(_ socket: CInt, _ address: inout Address) -> Bool {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }
}

/// As much of an HTTP/1.1 response as has arrived (RFC 9112).
struct HTTPResponseText {
  private let head: [Substring]?
  private let bytes: ArraySlice<UInt8>

  init(_ received: [UInt8]) {
    guard let end = Self.endOfHead(received) else {
      head = nil
      bytes = []
      return
    }
    // CR LF is one Character, which is a newline.
    head = String(decoding: received[..<end], as: UTF8.self).split(whereSeparator: \.isNewline).map { $0[...] }
    bytes = received[end...]
  }

  /// Nil if the head is incomplete or no HTTP.
  var status: Int? {
    let words = head?.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0].hasPrefix("HTTP/1.") else { return nil }
    return Int(words[1])
  }

  /// Whether the response says where it ends, and has arrived. Otherwise, it ends with the connection.
  var isComplete: Bool {
    guard head != nil else { return false }
    if let length = field("content-length").flatMap({ Int($0) }) { return bytes.count >= length }
    return isChunked && bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8)
  }

  var body: String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard isChunked else { return text }
    // What a person reads of it needs no exact decoding: the lines with the sizes of chunks are left out.
    let lines = text.split(whereSeparator: \.isNewline).enumerated()
    return lines.filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined(separator: "\n")
  }

  private var isChunked: Bool { field("transfer-encoding")?.lowercased() == "chunked" }

  private func field(_ name: String) -> String? {
    for line in head?.dropFirst() ?? [] {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == name else { continue }
      return String(parts[1].drop { $0 == " " }.prefix { !$0.isWhitespace })
    }
    return nil
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    let mark: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= 4 else { return nil }
    return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(mark) }.map { $0 + 4 }
  }
}
