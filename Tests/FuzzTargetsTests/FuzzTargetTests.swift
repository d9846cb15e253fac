import FuzzTargets
import Glibc
import Testing

/// The fuzz targets without a fuzzer: what once crashed, their seeds, and mutations of those.
@Suite struct FuzzTargetTests {
  /// How many mutations each target takes: a quick sample, or what `HEADWIND_FUZZ_COUNT` says.
  private static let count = getenv("HEADWIND_FUZZ_COUNT").flatMap { Int(String(cString: $0)) } ?? 300
  private static let crashers = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Crashers"

  @Test(arguments: FuzzTarget.allCases) func crashersCrashNoMore(_ target: FuzzTarget) throws {
    for path in Self.files(in: "\(Self.crashers)/\(target.rawValue)") { target.run(try Self.bytes(of: path)) }
  }

  @Test(arguments: FuzzTarget.allCases) func seedsAndTheirMutationsAreTaken(_ target: FuzzTarget) {
    let seeds = Seeds.all(for: target)
    for seed in seeds { target.run(seed) }
    var random = MutationRandom(seed: 7)
    for _ in 0..<Self.count where !seeds.isEmpty {
      var input = seeds[random.below(seeds.count)]
      for _ in 0..<1 + random.below(4) where !input.isEmpty {
        let place = random.below(input.count)
        switch random.below(4) {
        case 0: input.removeSubrange(place...)
        case 1: input.insert(contentsOf: input.prefix(random.below(40)), at: place)
        default: input[place] = UInt8(random.below(256))
        }
      }
      target.run(input)
    }
  }

  private static func files(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append("\(folder)/\(name)") }
    }
    return names.sorted()
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }
}

/// The same numbers for the same seed.
private struct MutationRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, bound)))
  }
}
