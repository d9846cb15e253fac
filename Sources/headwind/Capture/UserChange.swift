import Dissection
import Glibc
import TextOutput

/// Switches from root to another user permanently.
enum UserChange {
  /// Does nothing for an ordinary user, like tcpdump's `-Z`.
  static func become(_ name: String) throws(Failure) {
    guard getuid() == 0 || geteuid() == 0, name != "root" else { return }
    guard let entry = getpwnam(name)?.pointee else {
      throw Failure("-Z \(name): there is no such user", status: ExitStatus.environment)
    }
    guard initgroups(name, entry.pw_gid) == 0, setgid(entry.pw_gid) == 0, setuid(entry.pw_uid) == 0 else {
      let why = String(cString: strerror(errno))
      throw Failure("-Z \(name): cannot switch to this user: \(why)", status: ExitStatus.environment)
    }
  }
}
