import Wire

extension FrameGenerator {
  mutating func tcp() -> [UInt8] {
    let isClient = random.chance(2)
    let client: UInt16 = random.pick([51000, 51001, 80])
    let server: UInt16 = random.pick([80, 8080, 443, 53, 21, 25])
    let header = TCPHeader(
      sourcePort: isClient ? client : server, destinationPort: isClient ? server : client,
      sequence: UInt32(truncatingIfNeeded: random.next()), acknowledgment: UInt32(truncatingIfNeeded: random.next()),
      flags: TCPFlags(rawValue: random.pick([0x02, 0x12, 0x10, 0x18, 0x11, 0x14, 0x04, random.byte()])),
      window: UInt16(truncatingIfNeeded: random.next()), urgentPointer: UInt16(random.below(9)))
    var bytes: [UInt8] = []
    header.append(to: &bytes, options: tcpOptions())
    if random.chance(30) { bytes[12] = random.byte() }
    return bytes + tcpPayload(port: server)
  }

  private mutating func tcpOptions() -> [UInt8] {
    var options: [UInt8] = []
    for _ in 0..<random.below(4) {
      let choice: [UInt8]
      switch random.below(13) {
      case 0: choice = [2, 4] + random.bytes(2)
      case 1: choice = [3, 3, random.byte()]
      case 2: choice = [4, 2]
      case 3: choice = [5, 10] + random.bytes(8)
      case 4: choice = [8, 10] + random.bytes(8)
      case 5: choice = [34, 2 + UInt8(random.below(9))] + random.bytes(8)
      case 6: choice = [254, 4 + UInt8(random.below(3)), 0xF9, 0x89, 1, 2]
      case 7: choice = [19, 18] + random.bytes(16)
      case 8: choice = [28, 4] + random.bytes(2)
      case 9: choice = [29, UInt8(random.below(10))] + random.bytes(8)
      case 10: choice = [UInt8(random.pick([6, 7, 11, 12, 13, 20, 99, 250])), 6] + random.bytes(4)
      case 11: choice = [random.pick([2, 3, 5, 8]), UInt8(random.below(12))] + random.bytes(8)
      default: choice = [1]
      }
      options += choice
    }
    return options
  }

  private mutating func tcpPayload(port: UInt16) -> [UInt8] {
    if random.chance(3) { return [] }
    if port == 53, random.chance(2) {
      let message = dns()
      return [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
    }
    return Array(
      random.pick([
        "GET /search.json?q=apple HTTP/1.1\r\nHost: search.example\r\nAccept: */*\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\ntab\there\nline\r\r\nend\r", "GET", "220 ready\r\n",
        "{\"name\":\"caf\u{E9}\"}\n", "POST /x HTTP/1.1\nA: b\n\n\u{1}\u{2}", "\r\n", "a\rb\r",
      ]).utf8) + (random.chance(4) ? random.bytes(random.below(200)) : [])
  }

  mutating func udp() -> [UInt8] {
    let port: UInt16 = random.pick([53, 53, 5353, 40_000, 9])
    let payload = port == 53 || port == 5353 ? dns() : random.bytes(random.below(40))
    var bytes: [UInt8] = []
    UDPHeader(
      sourcePort: random.chance(2) ? port : 33_333, destinationPort: random.chance(2) ? port : 44_444,
      payloadLength: random.chance(30) ? random.below(60) - 8 : payload.count
    ).append(to: &bytes)
    return bytes + payload
  }

  mutating func dns() -> [UInt8] {
    let name = random.pick(["search.example", "www.search.example", "_http._tcp.local", "", "a"])
    let question = DNSQuestion(
      name: DNSName(name) ?? DNSName(), type: DNSRecordType(rawValue: random.pick([1, 28, 255, 65, 12, 16])),
      recordClass: random.pick([1, 1, 1, 3, 255, 0x8001, 7]))
    let isResponse = random.chance(2)
    var message = DNSMessage(
      identifier: UInt16(truncatingIfNeeded: random.next()),
      flags: random.chance(6)
        ? UInt16(truncatingIfNeeded: random.next()) : isResponse ? random.pick([0x8180, 0x8400, 0x8183]) : 0x0100,
      questions: random.chance(9) ? [] : [question])
    if isResponse { message.answers = (0..<random.below(4)).map { _ in record(question.name) } }
    if random.chance(5) { message.authorities = [record(question.name)] }
    if random.chance(3) { message.additionals = [record(question.name), option()] }
    var bytes: [UInt8] = []
    message.append(to: &bytes)
    return bytes
  }

  private mutating func record(_ name: DNSName) -> DNSRecord {
    let data: (UInt16, DNSRecord.Value)
    switch random.below(9) {
    case 0: data = (1, .a(random.ipv4()))
    case 1: data = (28, .aaaa(random.ipv6()))
    case 2: data = (random.pick([5, 12, 2]), .name(name))
    case 3: data = (16, .other([3, 0x61, 0x01, 0xE9, 2, 0x62, 0x63]))
    case 4: data = (15, .other([0, 10, 0xC0, 12]))
    case 5: data = (33, .other([0, 1, 0, 2, 0, 80, 1, 0x78, 0]))
    case 6: data = (6, .other([1, 0x61, 0, 0xC0, 12] + random.bytes(20)))
    case 7: data = (5, .other([1, 0x61, 0xC0, UInt8(random.below(60))]))
    default: data = (UInt16(random.below(300)), .other(random.bytes(random.below(24))))
    }
    return DNSRecord(
      name: name, type: DNSRecordType(rawValue: data.0), recordClass: random.pick([1, 1, 1, 0x8001, 3]),
      timeToLive: UInt32(random.below(1_000_000)), value: data.1)
  }

  private mutating func option() -> DNSRecord {
    let options: [[UInt8]] = [
      [], [0, 10, 0, 8] + random.bytes(8), [0, 8, 0, 7, 0, 1, 24, 0, 10, 0, 0], [0, 11, 0, 2, 0, 99],
      [0, 12, 0, 3, 0, 0, 0, 0, 3, 0, 1, 0x41], [0, 5, 0, 2, 5, 8],
    ]
    return DNSRecord(
      name: DNSName(), type: .opt, recordClass: 1232, timeToLive: random.pick([0, 0x8000, 0x0100_0000]),
      value: .other(random.pick(options)))
  }

  mutating func icmp() -> [UInt8] {
    var bytes: [UInt8] = []
    ICMPHeader(
      type: random.pick([0, 8, 3, 3, 3, 5, 9, 11, 12, 13, 14, 17, 18, 4, 10, 15, 40]), code: UInt8(random.below(18)),
      rest: random.chance(2) ? 0x0202_0E10 : UInt32(truncatingIfNeeded: random.next())
    ).append(to: &bytes)
    return bytes + (random.chance(3) ? random.bytes(random.below(40)) : Array(ipv4(depth: 1).prefix(60)))
  }

  mutating func igmp() -> [UInt8] {
    [random.pick([0x11, 0x12, 0x16, 0x17, 0x22, 0x1E, 0x1F, 0x99]), random.pick([0, 100, 20, 200]), 0, 0]
      + [224, 0, 0, UInt8(random.below(3))]
      + (random.chance(2) ? [] : [1, 0, 0, UInt8(random.below(3)), 224, 0, 0, 251, 10, 0, 0, 1] + random.bytes(4))
  }

  mutating func icmpv6() -> [UInt8] {
    var bytes: [UInt8] = []
    let type: UInt8 = random.pick([
      1, 1, 2, 3, 4, 128, 129, 130, 131, 132, 133, 134, 135, 135, 136, 136, 137, 143, 144, 145, 147, 222,
    ])
    ICMPHeader(type: type, code: UInt8(random.below(6)), rest: UInt32(truncatingIfNeeded: random.next()))
      .append(to: &bytes)
    switch type {
    case 1...4: bytes += ipv6(depth: 1).prefix(100)
    case 130...132: bytes += random.bytes(random.pick([16, 20, 36]))
    case 133: bytes += neighborOptions()
    case 134: bytes += random.bytes(8) + neighborOptions()
    case 135, 136: bytes += random.bytes(16) + neighborOptions()
    case 137: bytes += random.bytes(32) + neighborOptions()
    case 143: bytes[7] = 1; bytes[6] = 0; bytes += [1, 0, 0, 1] + random.bytes(32)
    default: bytes += random.bytes(random.below(48))
    }
    return bytes
  }

  private mutating func neighborOptions() -> [UInt8] {
    var options: [UInt8] = []
    for _ in 0..<random.below(3) {
      switch random.below(7) {
      case 0: options += [random.pick([1, 2]), 1] + random.bytes(6)
      case 1: options += [3, 4, 64, 0xC0, 0, 1, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + random.bytes(20)
      case 2: options += [5, 1, 0, 0, 0, 0, 5, 0xDC]
      case 3: options += [25, 3, 0, 0, 0, 0, 0, 60] + random.bytes(16)
      case 4: options += [24, 2, 64, 0x08, 0, 0, 1, 0] + random.bytes(8)
      case 5: options += [31, 2, 0, 0, 0, 0, 0, 60, 1, 0x61, 0, 0, 0, 0, 0, 0]
      default: options += [random.pick([4, 7, 8, 99]), 1] + random.bytes(6)
      }
    }
    return options
  }
}
