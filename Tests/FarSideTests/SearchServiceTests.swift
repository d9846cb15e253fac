import TestSupport
import Testing

/// The demo service, asked by the real curl.
@Suite(.waiting) struct SearchServiceTests {
  private static let search = "/search.json?rpp=100&q=apple"

  @Test func theQueryOfTheDemoIsAbout12700BytesCompressed() throws {
    try LoopbackFarSide.with { far throws in
      let size = try far.curl("-o /dev/null -w '%{size_download}' -H 'Accept-Encoding: gzip'", Self.search)
      let bytes = try #require(Int(size.output))
      #expect((12_500...12_900).contains(bytes), "\(bytes) bytes")
    }
  }

  @Test func compressedAndPlainAreTheSameHundredResults() throws {
    try LoopbackFarSide.with { far throws in
      let plain = try far.curl("", Self.search)
      let compressed = try far.curl("--compressed", Self.search)
      #expect(plain.bytes == compressed.bytes)
      #expect(plain.output.split(separator: "\"from_user\":").count == 101)
      let refused = try far.curl("-H 'Accept-Encoding: gzip;q=0, *'", Self.search)
      #expect(refused.bytes == plain.bytes)
    }
  }

  @Test func pythonReadsTheJSON() throws {
    try LoopbackFarSide.with { far throws in
      let check = "import json,sys; d=json.load(sys.stdin); print(len(d['results']), d['query'], d['page'])"
      let url = "http://127.0.0.1:\(far.httpPort)/search.json?q=a%22b%5c%C3%A9+%F0%9F%8D%8E&rpp=7&page=1000000"
      let result = try Shell.run("curl -sS --noproxy '*' '\(url)' | python3 -c \"\(check)\"")
      #expect(result.output == "7 a\"b\\é 🍎 1000000\n")
    }
  }

  @Test func aConnectionIsKeptForTheNextRequest() throws {
    try LoopbackFarSide.with { far throws in
      let format = "-w ' %{num_connects}' -o /dev/null"
      let other = "'http://127.0.0.1:\(far.httpPort)/status/404'"
      let result = try far.curl("\(format) \(other) -o /dev/null \(other) -o /dev/null", "/bytes/100000")
      #expect(result.output == " 1 0 0")
      let closing = try far.curl("--http1.0 -D - -o /dev/null", "/")
      #expect(closing.output.contains("Connection: close"))
    }
  }

  @Test func headHasTheLengthButNoBody() throws {
    try LoopbackFarSide.with { far throws in
      let head = try far.curl("-I", "/bytes/4096").output
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(head.contains("Content-Length: 4096\r\n"))
      #expect(head.contains(" GMT\r\n"))
    }
  }

  @Test(arguments: [
    ("", "/", "200"), ("", "/nothing", "404"), ("", "/status/503", "503"), ("", "/status/99", "400"),
    ("-X DELETE", "/search.json?q=a", "405"), ("", "/search.json", "400"), ("", "/search.json?q=a&rpp=101", "400"),
    ("", "/search.json?q=a&page=99999999999999999999", "400"), ("", "/bytes/-1", "400"), ("", "/status/204", "204"),
    ("", "/bytes/9223372036854775807", "400"), ("", "/delay/nan", "400"), ("", "/delay/1e300", "400"),
    ("-X TRACE", "/nothing", "404"), ("", "/search.json?q=%zz%2", "200"), ("", "/upload", "405"),
  ])
  func statusOf(words: String, path: String, status: String) throws {
    try LoopbackFarSide.with { far throws in
      #expect(try far.curl("\(words) -o /dev/null -w '%{http_code}'", path).output == status)
    }
  }

  @Test func uploadsAreCountedAndWaitForNoOne() throws {
    try LoopbackFarSide.with { far throws in
      let counted = try far.curl("-H 'Expect: 100-continue' --data-binary @/bin/sh", "/upload").output
      let size = try Shell.run("stat -Lc %s /bin/sh").output.split(separator: "\n").joined()
      #expect(counted == "{\"bytes\":\(size)}")
    }
  }

  @Test func manyBytesArriveWholeAndADelayDelays() throws {
    try LoopbackFarSide.with { far throws in
      #expect(try far.curl("", "/bytes/5000001").bytes.count == 5_000_001)
      let seconds = try far.curl("-o /dev/null -w '%{time_starttransfer}'", "/delay/0.25").output
      #expect((Double(seconds) ?? 0) >= 0.25)
    }
  }

  @Test func nonsenseIsAnswered400() throws {
    try LoopbackFarSide.with { far throws in
      let answer = try Shell.run(
        "printf 'NONSENSE\\001\\r\\n\\r\\n' | timeout 10 bash -c 'exec 3<>/dev/tcp/127.0.0.1/\(far.httpPort); cat >&3; cat <&3'"
      )
      #expect(answer.output.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }
  }
}
