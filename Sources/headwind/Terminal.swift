import Glibc
import SystemPackage

/// What is known of the terminal, if there is one.
enum Terminal {
  static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }
}
