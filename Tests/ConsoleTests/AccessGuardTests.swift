import NIOHTTP1
import Testing

@testable import Console

@Suite struct AccessGuardTests {
  private let access = AccessGuard(token: "abc", names: .loopback(port: 8000))

  @Test(arguments: ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000"]) func ownNamesAreTaken(_ host: String) {
    #expect(access.isAddressedHere(["Host": host]))
    #expect(access.isAddressedHere(["Host": host, "Origin": "http://127.0.0.1:8000"]))
  }

  /// Another name, port or site; no name, or two.
  @Test(arguments: [
    ["Host": "evil.example:8000"], ["Host": "127.0.0.1"], ["Host": "127.0.0.1:8001"], [:],
    ["Host": "127.0.0.1:8000", "Origin": "http://evil.example"], ["Host": "127.0.0.1:8000", "Origin": "null"],
    ["Host": "127.0.0.1:8000", "Origin": "https://127.0.0.1:8000"],
  ]) func othersAreNot(_ headers: [String: String]) {
    #expect(!access.isAddressedHere(HTTPHeaders(headers.map { ($0.key, $0.value) })))
    #expect(!access.isAddressedHere(["Host": "127.0.0.1:8000", "host": "evil.example"]))
  }

  /// Whatever forwards to a socket has a port of its own.
  @Test func aForwardedConsoleIsLocalhost() {
    let access = AccessGuard(token: "abc", names: .forwarded)
    #expect(access.isAddressedHere(["Host": "localhost"]))
    #expect(access.isAddressedHere(["Host": "localhost:8080", "Origin": "http://localhost:8080"]))
    #expect(!access.isAddressedHere(["Host": "localhost:8080", "Origin": "http://evil.example:8080"]))
    #expect(!access.isAddressedHere(["Host": "evil.example:8080"]))
  }

  @Test func aConsoleInTheNetworkIsAskedByItsOwnPage() {
    let access = AccessGuard(token: "abc", names: .any)
    #expect(access.isAddressedHere(["Host": "lab.example:8443"]))
    #expect(access.isAddressedHere(["Host": "lab.example:8443", "Origin": "https://lab.example:8443"]))
    #expect(!access.isAddressedHere(["Host": "lab.example:8443", "Origin": "http://lab.example:8443"]))
    #expect(!access.isAddressedHere(["Host": "lab.example:8443", "Origin": "https://evil.example"]))
    #expect(!access.isAddressedHere(["Host": ""]))
  }

  @Test func theTokenIsComparedWhole() {
    #expect(access.hasToken(["Authorization": "Bearer abc"]))
    for text in ["Bearer ab", "Bearer abcd", "Bearer ", "abc", "Basic abc", ""] {
      #expect(!access.hasToken(["Authorization": text]))
    }
    #expect(!access.hasToken([:]))
    #expect(access.hasTokenAmongProtocols(["Sec-WebSocket-Protocol": "headwind, token.abc"]))
    #expect(!access.hasTokenAmongProtocols(["Sec-WebSocket-Protocol": "headwind, token.ab"]))
  }

  @Test func tokensAreLongAndDiffer() {
    let tokens = Set((0..<100).map { _ in AccessGuard.makeToken() })
    #expect(tokens.count == 100 && tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
