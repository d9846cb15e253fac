import ArgumentParser
import TLS

/// `--keys FILE`: an NSS key log.
enum KeyLogOption {
  /// The largest file that is read.
  private static let most = 1 << 30

  @Sendable static func parse(_ path: String) throws -> KeyLog {
    let log = KeyLog()
    let reading: KeyLogReading
    do {
      reading = log.add(try WholeFile.bytes(of: path, limit: most))
    } catch {
      throw ValidationError("--keys \(path): \(error)")
    }
    guard reading.added > 0 else {
      throw ValidationError(
        "--keys \(path): the file has no secrets; its lines must be a label, a client random and a secret in hexadecimal."
      )
    }
    return log
  }
}
