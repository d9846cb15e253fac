// swift-tools-version: 6.2
import PackageDescription

/// Continuous integration turns every warning of our own code into an error; a user's build does not
/// break because a newer compiler learned a new warning.
let warnings: [SwiftSetting] =
  Context.environment["HEADWIND_WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + warnings

/// The rooms that see hostile bytes and need no system call hold no unsafe code at all, and the compiler checks it.
let pure: [SwiftSetting] = settings + [.strictMemorySafety()]

/// What Captures has for Linux alone: capturing, and whose process a packet is. Elsewhere it reads and writes files.
#if os(Linux)
  let linuxRooms: [String] = []
#else
  let linuxRooms = ["Live", "Processes"]
#endif

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHPACK = Target.Dependency.product(name: "NIOHPACK", package: "swift-nio-http2")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")

let package = Package(
  name: "Headwind",
  products: [
    .executable(name: "headwind", targets: ["headwind"]),
    .library(name: "Wire", targets: ["Wire"]),
    .library(name: "TextOutput", targets: ["TextOutput"]),
    .library(name: "PacketLines", targets: ["PacketLines"]),
    .library(name: "Streams", targets: ["Streams"]),
    .library(name: "TLS", targets: ["TLS"]),
    .library(name: "Exchanges", targets: ["Exchanges"]),
    .library(name: "Dissection", targets: ["Dissection"]),
    .library(name: "HTTP2", targets: ["HTTP2"]),
    .library(name: "QUIC", targets: ["QUIC"]),
    .library(name: "HTTP3", targets: ["HTTP3"]),
    .library(name: "MessageFormats", targets: ["MessageFormats"]),
    .library(name: "Captures", targets: ["Captures"]),
    .library(name: "LinkConditions", targets: ["LinkConditions"]),
    .library(name: "VirtualLink", targets: ["VirtualLink"]),
    .library(name: "HeadwindTesting", targets: ["HeadwindTesting"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // C rooms: system libraries, and the handful of Linux calls that Swift cannot import.
    .systemLibrary(name: "CPcap", pkgConfig: "libpcap", providers: [.apt(["libpcap-dev"])]),
    .systemLibrary(
      name: "CNetlink", pkgConfig: "libnl-route-3.0", providers: [.apt(["libnl-3-dev", "libnl-route-3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .target(name: "CLinux"),
    // The headers are of libngtcp2-dev, libngtcp2-crypto-gnutls-dev and libgnutls28-dev; the libraries are loaded when they are needed.
    .target(name: "CQUICServer", linkerSettings: [.linkedLibrary("dl")]),

    // Sans-IO core.
    .target(name: "Wire", swiftSettings: pure),
    .target(name: "TextOutput", dependencies: ["Wire"], swiftSettings: pure),
    .target(name: "PacketLines", dependencies: ["Wire", "TextOutput"], swiftSettings: pure),
    .target(name: "ContentCodings", dependencies: ["CZlib", "CDeflate", "CBrotli", "CZstd"], swiftSettings: settings),
    .target(name: "Streams", dependencies: ["Wire", deque], swiftSettings: pure),
    .target(name: "Cryptography", dependencies: ["CCrypto"], swiftSettings: settings),
    .target(name: "Certificates", dependencies: ["Cryptography"], swiftSettings: pure),
    .target(
      name: "RecordCiphers", dependencies: ["Cryptography"],
      swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "TLS", dependencies: ["Wire", "RecordCiphers"], swiftSettings: pure),
    .target(name: "KeyFiles", dependencies: ["RecordCiphers", "TLS", "Cryptography", nioSSL], swiftSettings: settings),
    .target(name: "HTTP2", dependencies: ["Wire"], swiftSettings: pure),
    .target(
      name: "QUIC", dependencies: ["Wire", "RecordCiphers", "TLS", "Streams", deque], swiftSettings: pure),
    .target(name: "HTTP3", dependencies: ["Wire", "HTTP2"], swiftSettings: pure),
    .target(name: "QLog", dependencies: ["Wire", "TLS", "QUIC", "Streams", "TextOutput"], swiftSettings: pure),
    .target(name: "MessageFormats", dependencies: ["Wire", "ContentCodings"], swiftSettings: pure),
    .target(
      name: "Exchanges",
      dependencies: [
        "Wire", "TextOutput", "ContentCodings", "MessageFormats", "Streams", "TLS", "HTTP2", "HTTP3", "QUIC", deque,
      ],
      swiftSettings: pure),
    .target(
      name: "Dissection",
      dependencies: [
        "Wire", "TextOutput", "ContentCodings", "MessageFormats", "Streams", "TLS", "HTTP2", "QUIC", "HTTP3",
        "Exchanges",
        "Cryptography",
        deque,
      ],
      swiftSettings: pure, plugins: ["NumberFields"]),
    .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: settings),
    .target(
      name: "LinkConditions", dependencies: ["Wire", "YAML", deque, heap], swiftSettings: pure, plugins: ["EmbedFiles"]),
    .target(name: "Labs", dependencies: ["YAML", "LinkConditions"], swiftSettings: pure),
    .target(name: "Statistics", swiftSettings: pure),
    .target(name: "Herd", dependencies: ["Statistics", "Pages", heap], swiftSettings: pure),

    // What puts `profiles/`, `suites/`, `viewer/`, `console/`, the schemas of `docs/` and the library of `preload/` into the command.
    .executableTarget(name: "FileEmbedder", swiftSettings: settings),
    .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: ["FileEmbedder"]),

    // What numbers the fields that the protocols of `Dissection` declare.
    .executableTarget(name: "FieldNumberer", swiftSettings: settings),
    .plugin(name: "NumberFields", capability: .buildTool(), dependencies: ["FieldNumberer"]),

    // What puts the revision of the sources into the command.
    .executableTarget(name: "RevisionWriter", swiftSettings: settings),
    .plugin(name: "EmbedRevision", capability: .buildTool(), dependencies: ["RevisionWriter"]),

    // The pages for browsers.
    .target(name: "Pages", dependencies: ["Cryptography"], swiftSettings: pure, plugins: ["EmbedFiles"]),

    // The world outside.
    .target(name: "SensitiveFiles", dependencies: [systemPackage], swiftSettings: settings),
    .target(name: "BackPressure", dependencies: [nioCore], swiftSettings: settings),
    .target(
      name: "Captures",
      dependencies: [
        "Wire", "SensitiveFiles", "CPcap", "CZlib", "CZstd",
        .target(name: "CLinux", condition: .when(platforms: [.linux])),
        systemPackage,
      ],
      exclude: linuxRooms, swiftSettings: settings + [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "VirtualLink",
      dependencies: ["Wire", "LinkConditions", "TLS", "QUIC", "Cryptography", "CNetlink", "CLinux", systemPackage],
      swiftSettings: settings, plugins: ["EmbedFiles"]),
    .target(
      name: "Verification", dependencies: ["Statistics", "LinkConditions", "VirtualLink", "Pages"],
      swiftSettings: settings),
    .target(
      name: "FarSide",
      dependencies: [
        "CLinux", "CQUICServer", "Wire", "ContentCodings", "MessageFormats", "TextOutput", "TLS", "HTTP2", "HTTP3",
        "Cryptography", "Certificates", "Statistics", "SensitiveFiles", "BackPressure", systemPackage, nioCore,
        nioPosix,
        nioHTTP, nioHTTP2, nioHPACK, nioTLS, nioSSL,
      ],
      swiftSettings: settings),
    .target(
      name: "Resilience",
      dependencies: [
        "Wire", "TextOutput", "PacketLines", "Captures", "Streams", "TLS", "HTTP2", "HTTP3", "QUIC", "Exchanges",
        "Dissection", "FarSide", "MessageFormats",
        "ContentCodings", "LinkConditions", "VirtualLink", "Pages", "SensitiveFiles",
        "YAML", "Cryptography", "Herd", systemPackage, deque,
      ],
      swiftSettings: settings, plugins: ["EmbedFiles"]),
    .target(
      name: "Console",
      dependencies: [
        "Wire", "TextOutput", "PacketLines", "Captures", "Streams", "TLS", "Exchanges", "Dissection", "LinkConditions",
        "VirtualLink", "Pages", "SensitiveFiles", "BackPressure", systemPackage, nioCore, nioPosix, nioHTTP,
        nioWebSocket, nioSSL,
      ],
      swiftSettings: settings),
    .target(name: "HeadwindTesting", dependencies: ["SensitiveFiles", systemPackage], swiftSettings: settings),

    // The command.
    .executableTarget(
      name: "headwind",
      dependencies: [
        "Wire", "TextOutput", "PacketLines", "MessageFormats", "Streams", "TLS", "QUIC", "QLog", "KeyFiles",
        "Exchanges",
        "Dissection", "Captures", "LinkConditions", "Labs", "VirtualLink", "FarSide", "Resilience", "Verification",
        "Console", "Herd", "Statistics", "SensitiveFiles",
        argumentParser,
        deque, systemPackage,
      ],
      swiftSettings: settings, plugins: ["EmbedRevision", "EmbedFiles"]),

    // What `make bench` runs; not a product.
    .executableTarget(
      name: "HeadwindBench",
      dependencies: [
        "Captures", "Herd", "LinkConditions", "RecordCiphers", "Statistics", "TLS", "Verification", "VirtualLink",
        "Wire",
        "Cryptography",
        "CLinux", "CZlib",
        systemPackage,
      ],
      path: "Benchmarks/HeadwindBench",
      swiftSettings: settings),

    // What hostile bytes can reach, for libFuzzer (at the end) and for a test that replays what crashed.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Wire", "TextOutput", "PacketLines", "ContentCodings", "MessageFormats", "Streams", "RecordCiphers", "TLS",
        "KeyFiles", "HTTP2", "QUIC", "HTTP3", "Exchanges",
        "Dissection", "Captures", "LinkConditions", "VirtualLink", "FarSide", "Resilience", "Console",
        "SensitiveFiles", "CLinux", systemPackage, nioCore, nioEmbedded,
      ],
      path: "Fuzzing/FuzzTargets", swiftSettings: settings),
    // What the tests share: tools to compare with, scripts, files, random numbers.
    .target(name: "TestSupport", dependencies: ["Wire"], path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "TestSupport"], exclude: ["Crashers"],
      swiftSettings: settings),

    .testTarget(name: "WireTests", dependencies: ["Wire", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "HTTP2Tests",
      dependencies: ["HTTP2", "MessageFormats", "Wire", "Captures", "ContentCodings", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "HTTP3Tests", dependencies: ["HTTP3", "HTTP2", "Wire", "ContentCodings", "TestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "MessageFormatsTests", dependencies: ["MessageFormats", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "ContentCodingsTests", dependencies: ["ContentCodings", "CZlib", "CZstd"], swiftSettings: settings),
    .testTarget(
      name: "PacketLinesTests", dependencies: ["PacketLines", "TextOutput", "Wire", "Captures", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "TLSTests", dependencies: ["TLS", "RecordCiphers", "Wire", "Captures", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "QUICTests",
      dependencies: ["QUIC", "TLS", "RecordCiphers", "Streams", "Wire", "Captures", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: settings),
    .testTarget(
      name: "KeyFilesTests", dependencies: ["KeyFiles", "RecordCiphers", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "DissectionTests",
      dependencies: [
        "Dissection", "Exchanges", "Streams", "RecordCiphers", "TLS", "TextOutput", "Wire", "Captures",
        "ContentCodings",
        "TestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "SensitiveFilesTests", dependencies: ["SensitiveFiles", systemPackage, "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "BackPressureTests", dependencies: ["BackPressure", nioCore, nioEmbedded], swiftSettings: settings),
    .testTarget(
      name: "CapturesTests", dependencies: ["Captures", "Wire", systemPackage, "TestSupport"], swiftSettings: settings),
    .testTarget(name: "StatisticsTests", dependencies: ["Statistics"], swiftSettings: settings),
    .testTarget(name: "HerdTests", dependencies: ["Herd", "Statistics", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "LinkConditionsTests", dependencies: ["LinkConditions", "Wire", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(name: "LabsTests", dependencies: ["Labs", "LinkConditions"], swiftSettings: settings),
    .testTarget(
      name: "VirtualLinkTests", dependencies: ["VirtualLink", "LinkConditions", "Wire", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "VerificationTests", dependencies: ["Verification", "VirtualLink", "LinkConditions", "Pages"],
      swiftSettings: settings),
    .testTarget(
      name: "FarSideTests",
      dependencies: ["FarSide", "HTTP2", "HTTP3", "Certificates", "Cryptography", "Statistics", "Wire", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ResilienceTests",
      dependencies: [
        "Resilience", "TextOutput", "Captures", "Streams", "HTTP2", "Exchanges", "Dissection", "FarSide",
        "LinkConditions", "Herd",
        "Wire", "headwind",
        "TestSupport",
      ],
      exclude: ["Fixtures"]
        + [
          "client", "run", "http2", "http3", "proxy", "coding", "ranges", "web", "names", "auth", "retries", "uploads",
          "messages", "websocket", "events", "calls",
        ].map { "Mutants/\($0).py" },
      swiftSettings: settings),
    .testTarget(
      name: "ConsoleTests",
      dependencies: [
        "Console", "Captures", "Dissection", "Exchanges", "LinkConditions", "PacketLines", "Pages", "TextOutput",
        "Wire",
        nioHTTP, "headwind", "TestSupport",
      ],
      exclude: ["Browser/browser.py", "Browser/drive.py"],
      swiftSettings: settings),
    .testTarget(
      name: "HeadwindTestingTests", dependencies: ["HeadwindTesting", "headwind", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "headwindTests",
      dependencies: [
        "headwind", "TextOutput", "MessageFormats", "Streams", "Exchanges", "Dissection", "LinkConditions", "Labs",
        "Verification", "Wire", "TestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Links only with libFuzzer, so it is there only for scripts/fuzz.
if Context.environment["HEADWIND_FUZZING"] != nil {
  package.targets += [
    .target(name: "CFuzzer", path: "Fuzzing/CFuzzer"),
    .executableTarget(
      name: "HeadwindFuzz", dependencies: ["CFuzzer", "FuzzTargets"], path: "Fuzzing/HeadwindFuzz",
      swiftSettings: settings),
  ]
}
