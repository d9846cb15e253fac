// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "dissect",
  dependencies: [.package(name: "Headwind", path: "../..")],
  targets: [
    .executableTarget(
      name: "dissect",
      dependencies: [
        .product(name: "Captures", package: "Headwind"), .product(name: "Dissection", package: "Headwind"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
