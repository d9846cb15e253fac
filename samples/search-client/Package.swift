// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "search-client",
  products: [.library(name: "SearchClient", targets: ["SearchClient"])],
  dependencies: [.package(name: "Headwind", path: "../..")],
  targets: [
    .target(name: "SearchClient"),
    .testTarget(
      name: "SearchClientTests",
      dependencies: ["SearchClient", .product(name: "HeadwindTesting", package: "Headwind")]),
  ],
  swiftLanguageModes: [.v6]
)
