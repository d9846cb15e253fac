import CFuzzer
import FuzzTargets
import Glibc

/// Runs one target under libFuzzer, or writes its seeds; `scripts/fuzz` builds and calls it.
///
///     HeadwindFuzz TARGET [libFuzzer's arguments]
///     HeadwindFuzz seeds TARGET FOLDER [CAPTURE ...]
///     HeadwindFuzz targets
@main
enum HeadwindFuzz {
  /// Set before the loop, which calls back without a context.
  nonisolated(unsafe) private static var target = FuzzTarget.wire

  static func main() {
    var words = CommandLine.arguments.dropFirst()
    if words.first == "targets" { return FuzzTarget.allCases.forEach { print($0.rawValue) } }
    let writesSeeds = words.first == "seeds"
    if writesSeeds { words = words.dropFirst() }
    guard let name = words.popFirst(), let target = FuzzTarget(rawValue: name) else {
      print("usage: HeadwindFuzz [seeds] \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) ...")
      exit(2)
    }
    if writesSeeds {
      writeSeeds(of: target, Array(words))
    } else {
      Self.target = target
      fuzz(Array(words))
    }
  }

  private static func fuzz(_ words: [String]) {
    var arguments: [UnsafeMutablePointer<CChar>?] = (["HeadwindFuzz"] + words).map { strdup($0) } + [nil]
    var count = Int32(words.count + 1)
    let status = arguments.withUnsafeMutableBufferPointer { buffer in
      var pointer = buffer.baseAddress
      return hw_fuzz_run(&count, &pointer) { bytes, count in
        // libFuzzer lends the input for this one call.
        HeadwindFuzz.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
      }
    }
    exit(status)
  }

  private static func writeSeeds(of target: FuzzTarget, _ words: [String]) {
    guard let folder = words.first else { exit(2) }
    var seeds = Seeds.all(for: target)
    for capture in words.dropFirst() {
      // What cannot be read is left out: some captures are broken on purpose.
      seeds += (try? Seeds.all(for: target, inCapture: capture)) ?? []
    }
    for (number, seed) in seeds.enumerated() {
      guard let file = fopen("\(folder)/seed-\(number)", "w") else { continue }
      fwrite(seed, 1, seed.count, file)
      fclose(file)
    }
  }
}
