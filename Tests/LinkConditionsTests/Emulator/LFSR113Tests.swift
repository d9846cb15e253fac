import Testing
@testable import LinkConditions

struct LFSR113Tests {
  /// The draws of the kernel for this seed.
  @Test func drawsWhatTheKernelDraws() {
    var generator = LFSR113(seed: 42)
    #expect([generator.next(), generator.next(), generator.next()] == [3_053_367_555, 794_645_456, 722_109_529])
  }
}
