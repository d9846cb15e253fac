/// The kernel's own emulator, sch_netem.
public enum KernelEmulator {
  /// Whether the running kernel has it, or can load it: asked by putting it to work in a namespace made for that.
  public static func isInKernel() throws -> Bool {
    try NetworkNamespace().perform {
      try RouteSocket().addQueueingDiscipline("netem", to: "lo")
    }
  }
}
