import FuzzTargets
import Glibc
import TestSupport
import Testing

/// The fuzz targets without a fuzzer: what once crashed, their seeds, and mutations of those.
@Suite struct FuzzTargetTests {
  /// How many mutations each target takes: a quick sample, or what `HEADWIND_FUZZ_COUNT` says.
  private static let count = FuzzCount.or(300)
  private static let crashers = Repository.file("Tests/FuzzTargetsTests/Crashers")

  @Test(arguments: FuzzTarget.allCases) func crashersCrashNoMore(_ target: FuzzTarget) throws {
    for path in Self.files(in: "\(Self.crashers)/\(target.rawValue)") { target.run(try Files.read(path)) }
  }

  @Test(arguments: FuzzTarget.allCases) func seedsAndTheirMutationsAreTaken(_ target: FuzzTarget) {
    let seeds = Seeds.all(for: target)
    for seed in seeds { target.run(seed) }
    var random = SeededGenerator(seed: 7)
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
}
