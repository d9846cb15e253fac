import CLinux
import Captures
import ContentCodings
import Glibc
import Wire

/// A capture file, in memory.
enum FileInput {
  /// One descriptor for all inputs: making a file for each costs more than reading it.
  private static let descriptor = hw_memory_file("fuzz")

  static func run(_ input: [UInt8]) {
    guard descriptor >= 0, ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return }
    guard input.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == input.count else { return }
    _ = try? read("/proc/self/fd/\(descriptor)")
  }

  /// A byte that says whether what follows is compressed as it is or is to be, and the file.
  static func runCompressed(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let rest = Array(input.dropFirst())
    run(choice & 1 == 0 ? rest : GzipEncoder.encode(rest, level: 1) ?? [])
  }

  private static func read(_ path: String) throws {
    var reader = try CaptureReader.open(path, keepsBlocks: true)
    while let frame = try reader.next() {
      _ = (frame, reader.bytes.count, reader.options, reader.comments, reader.takeBlocks())
      _ = reader.interfaces[frame.interfaceID]
    }
    _ = (reader.takeBlocks(), reader.dropsWhenCaptured)
  }
}
