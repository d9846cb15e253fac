import Testing
import Wire

@testable import VirtualLink

@Suite struct PublishedPortTests {
  @Test func forms() throws {
    let plain = try #require(PublishedPort("8080"))
    #expect(plain.addresses == [.v4(.loopback), .v6(.loopback)])
    #expect(plain.hostPort == 8080 && plain.port == 8080)
    let other = try #require(PublishedPort("8080:80"))
    #expect(other.hostPort == 8080 && other.port == 80 && other.addresses.count == 2)
    let everywhere = try #require(PublishedPort("0.0.0.0:8080:80"))
    #expect(everywhere.addresses == [try #require(IPAddress("0.0.0.0"))])
    let six = try #require(PublishedPort("[2001:db8::1]:65535:1"))
    #expect(six.addresses == [try #require(IPAddress("2001:db8::1"))])
    #expect(six.hostPort == 65535 && six.port == 1)
  }

  @Test(arguments: [
    "", ":", "80:", ":80", "0", "65536", "080x", "-1", "+80", "80:0", "a:80:80", "1.2.3:80:80", "::1:80:80",
    "[::1:80:80",
    "[127.0.0.1]:80:80", "[]:80:80", "1.2.3.4:1:2:3", "\u{FF18}\u{FF10}",
  ])
  func wrong(_ text: String) {
    #expect(PublishedPort(text) == nil)
  }
}
