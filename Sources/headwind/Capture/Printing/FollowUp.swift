import Dissection
import Glibc
import TextOutput

/// Runs a program on a finished file, like tcpdump's `-z`: in parallel with the capture, with the lowest priority.
enum FollowUp {
  static func run(_ program: String, on path: String) {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for number in [SIGPIPE, SIGCHLD] { sigaddset(&usual, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = [program, path]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    // Nobody waits for it, so the kernel must reap it when it ends.
    signal(SIGCHLD, SIG_IGN)
    var child: pid_t = 0
    let code = posix_spawnp(&child, program, nil, &attributes, &arguments, environ)
    if code == 0 {
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(child), 19)
    } else {
      Headwind.say("headwind: -z \(program) \(path): cannot run it: \(String(cString: strerror(code)))")
    }
  }
}
