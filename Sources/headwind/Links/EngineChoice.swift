import ArgumentParser
import VirtualLink

/// Which engine carries the packets.
enum EngineChoice: String, CaseIterable, ExpressibleByArgument {
  case auto
  case userspace
  case netem

  /// Makes sure that this build and this kernel have the engine.
  func check() throws {
    guard self == .netem else { return }
    let remedy = "leave --engine out, or ask for --engine userspace: it gives the same fates"
    guard try KernelEmulator.isInKernel() else {
      throw Failure(
        "not in this kernel: sch_netem (CONFIG_NET_SCH_NETEM)", remedy: remedy, status: ExitStatus.environment)
    }
    throw Failure(
      "this kernel has sch_netem, but this version of headwind does not drive it", remedy: remedy,
      status: ExitStatus.environment)
  }
}
