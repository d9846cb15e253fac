// swift-tools-version: 6.1
import PackageDescription

// A package of its own: Headwind needs none of this.
let package = Package(
  name: "headwind-clients",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
  ],
  targets: [
    .target(name: "ClientContract"),
    .executableTarget(name: "urlsession-client", dependencies: ["ClientContract"]),
    .executableTarget(
      name: "ahc-client",
      dependencies: [
        "ClientContract", .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
