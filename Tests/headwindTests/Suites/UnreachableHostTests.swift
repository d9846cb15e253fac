import TestSupport
import Testing

/// Hosts that a router reports as unreachable.
@Suite(.waiting) struct UnreachableHostTests {
  /// A client that tries again at once meets no silence: each attempt gets its ICMP.
  @Test(arguments: [false, true]) func eachAttemptIsAnswered(isOrdinaryUser: Bool) throws {
    let script = """
      cat > $folder/attempts.py <<'END'
      import errno, socket
      for family, address in ((socket.AF_INET, "203.0.113.1"), (socket.AF_INET6, "2001:db8:bad::1")):
          answers = []
          for _ in range(20):
              with socket.socket(family) as s:
                  s.settimeout(2)
                  try:
                      s.connect((address, 80))
                  except OSError as error:
                      answers.append(errno.errorcode.get(error.errno, str(error)))
          print(address, len(answers), *sorted(set(answers)))
      END
      $headwind run --quiet --scenario connect.unreachable -- python3 $folder/attempts.py
      """
    let result = try Shell.run(script, tools: ["python3": "python3"], isolated: isOrdinaryUser)
    #expect(
      result.output == "203.0.113.1 20 EHOSTUNREACH\n2001:db8:bad::1 20 EHOSTUNREACH\n",
      "\(result.output) \(result.errors)")
  }
}
