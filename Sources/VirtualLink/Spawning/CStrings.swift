import Glibc

/// Strings as C wants them: an array of pointers that ends with nil, freed with this object.
final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>]
  /// The array, as `execve` wants it.
  let base: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    // `strdup` gives nil only where there is no memory at all, in which case Swift would end the process as well.
    pointers = strings.compactMap { strdup($0) }
    base = .allocate(capacity: pointers.count + 1)
    base.initialize(to: nil)
    for (index, pointer) in pointers.enumerated() { (base + index).initialize(to: pointer) }
    (base + pointers.count).initialize(to: nil)
  }

  deinit {
    for pointer in pointers { free(pointer) }
    base.deallocate()
  }

  /// Lends the array to a call that takes pointers to constant strings.
  func withConstantPointers<Value>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value) -> Value {
    // A pointer to constant characters has the same form as one to characters.
    base.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: pointers.count + 1) { body($0) }
  }
}
