import CLinux
import Captures
import Glibc
import Wire

/// A capture file, in memory.
enum FileInput {
  static func run(_ input: [UInt8]) {
    let descriptor = hw_memory_file("fuzz")
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard input.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == input.count else { return }
    _ = try? read("/proc/self/fd/\(descriptor)")
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
