import CLinux
import Glibc

/// A file of ours, to be removed with this object.
public final class PrivateFile: Sendable {
  private let directory: String
  private let name: String
  private let device: dev_t
  private let number: ino_t
  /// True if the directory is not ours alone.
  private let isShared: Bool

  init(directory: String, name: String, device: dev_t, number: ino_t, isShared: Bool = false) {
    self.directory = directory
    self.name = name
    self.device = device
    self.number = number
    self.isShared = isShared
  }

  deinit {
    remove()
  }

  /// Removes the file, unless another file has replaced it, and then the directory if it is ours and empty. Leaves both if somebody
  /// keeps the directory locked. May be called more than once.
  public func remove() {
    withFile { hw_remove_socket_file($0) }
  }

  /// Passes the file to a C function.
  func withFile<Value>(_ body: (UnsafePointer<hw_socket_file>) -> Value) -> Value {
    directory.withCString { directory in
      name.withCString { name in
        var file = hw_socket_file(
          directory: directory, name: name, device: device, number: number, is_shared: isShared)
        return body(&file)
      }
    }
  }
}
