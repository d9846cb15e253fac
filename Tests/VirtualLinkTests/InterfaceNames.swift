import CNetlink
import Glibc

/// The interfaces of a network namespace.
enum InterfaceNames {
  /// Those of the namespace that this thread is in, in the kernel's order.
  static var here: [String] {
    guard let list = if_nameindex() else { return [] }
    defer { if_freenameindex(list) }
    var names: [String] = []
    var next = list
    while let name = next.pointee.if_name {
      names.append(String(cString: name))
      next += 1
    }
    return names
  }
}
