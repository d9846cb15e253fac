import Dissection
import Exchanges
import Testing

@Suite struct ObjectNameTests {
  static func name(_ target: String, type: String = "text/html") throws -> String {
    var talk = Talk()
    talk.say(.client, "GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
    talk.say(.server, "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: 1\r\n\r\nx")
    let exchange = try #require(HTTPReader.exchanges(in: talk.packets).first)
    return ObjectName.make(exchange, try #require(exchange.response), packet: 9)
  }

  @Test func namesStayInTheFolder() throws {
    #expect(try Self.name("/a/b.html?x=1/2") == "2")
    #expect(try Self.name("/search.json?q=a") == "search.json%3fq=a")
    #expect(try Self.name("/../..") == "%2e%2e")
    #expect(try Self.name("/.") == "%2e")
    #expect(try Self.name("/a\\..\\b:c|d\"") == "a%5c..%5cb%3ac%7cd%22")
    #expect(try Self.name("/dir/") == "dir")
    #expect(try Self.name("/caf\u{E9}") == "caf%c3%a9")
    for target in ["/", "//", "/..%2f..", "*", "http://h/x", "/" + String(repeating: "\u{E9}", count: 500)] {
      let name = try Self.name(target)
      #expect(!name.isEmpty && !name.contains("/") && name != "." && name != ".." && name.utf8.count < 250, "\(name)")
    }
  }

  @Test func namesAreHarmlessElsewhere() throws {
    let names = [
      "/.bashrc": "%2ebashrc", "/.": "%2e", "/-rf": "%2drf", "/--help": "%2d-help", "/a.": "a%2e", "/a..": "a.%2e",
      "/CON": "%43ON", "/con": "%63on", "/nul.txt": "%6eul.txt", "/Com1.tar.gz": "%43om1.tar.gz", "/LPT9": "%4cPT9",
      "/conin$": "%63onin$", "/console": "console", "/com10": "com10", "/aux_": "aux_", "/nul-": "nul-",
    ]
    for (target, name) in names { #expect(try Self.name(target) == name, "\(target)") }
    #expect(try Self.name("/", type: "x/" + String(repeating: "y", count: 5000)).utf8.count < 40)
  }

  @Test func numbersStandBeforeTheExtension() {
    #expect(ObjectName.numbered("a.html", 0) == "a.html")
    #expect(ObjectName.numbered("a.b.html", 2) == "a.b(2).html")
    #expect(ObjectName.numbered(".profile", 1) == ".profile(1)")
    #expect(ObjectName.numbered("a", 1) == "a(1)")
  }
}
