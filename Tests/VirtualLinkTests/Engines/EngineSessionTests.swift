import CLinux
import Glibc
import Synchronization
import Testing

@testable import VirtualLink

/// Where an engine's thread runs that has no real-time scheduling.
@Suite struct EngineSessionTests {
  private final class Place: Sendable {
    let process = Atomic<pid_t>(0)
    let session = Atomic<pid_t>(0)
  }

  @Test func workApartHasASessionOfItsOwnAndOurMemory() throws {
    let place = Place()
    // A thread that ends with this, as it must: it has lent its thread-local storage.
    let result = try OwnThread.run {
      hw_run_apart(
        { pointer in
          guard let pointer else { return }
          let place = Unmanaged<Place>.fromOpaque(pointer).takeUnretainedValue()
          place.process.store(getpid(), ordering: .relaxed)
          place.session.store(getsid(0), ordering: .relaxed)
        }, Unmanaged.passUnretained(place).toOpaque())
    }
    let process = place.process.load(ordering: .relaxed)
    #expect(result == 0)
    #expect(process > 0 && process != getpid())
    #expect(place.session.load(ordering: .relaxed) == process)
    #expect(kill(process, 0) != 0, "it has ended and was reaped")
  }
}
