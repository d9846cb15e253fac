import TestSupport
import Testing

/// The times of names, beside those that the client measured itself: several threads that ask for one name, and lost packets.
@Suite(.waiting) struct NameTruthTests {
  /// Requests distinct paths on a connection each; prints the path, the seconds in getaddrinfo(3), which asks for both types,
  /// and the seconds until the connection stood.
  private static let client = """
    import concurrent.futures, socket, sys, time
    def request(number):
        start = time.monotonic()
        addresses = socket.getaddrinfo("api.example", 80, type=socket.SOCK_STREAM)
        wait = time.monotonic() - start
        with socket.create_connection(addresses[0][4][:2]) as connection:
            connected = time.monotonic() - start
            connection.sendall(b"GET /bytes/100?%d HTTP/1.1\\r\\nHost: api.example\\r\\nConnection: close\\r\\n\\r\\n" % number)
            while connection.recv(65536): pass
        return f"/bytes/100?{number} {wait} {connected}"
    with concurrent.futures.ThreadPoolExecutor(int(sys.argv[2])) as pool:
        for line in pool.map(request, range(int(sys.argv[1]))): print(line)
    """

  /// No measurement of the machine's speed: what the packets show is part of what the client waited, and both have the same number of
  /// the resolver's timeouts of 5 s.
  @Test(
    arguments: [
      (40, 2, "{ delay: 20 ms }"), (40, 6, "{ delay: 20 ms }"),
      (16, 1, "{ downlink: { delay: 20 ms }, uplink: { delay: 20 ms }, dns: { loss: 10 % } }"),
    ])
  func waitsAreThoseOfTheClient(requests: Int, threads: Int, profile: String) throws {
    let result = try TemporaryFolder.with { folder in
      try Files.write(Self.client, to: folder + "/client.py")
      return try Shell.run(
        """
        cd \(folder)
        "$headwind" run -q --seed 7 --profile '\(profile)' --capture x.pcapng -- \
          python3 client.py \(requests) \(threads) > told || exit 8
        "$headwind" http -r x.pcapng --fields http.request.uri,dns | sort > found
        sort told | tr ' ' '\\t' | join -t "$(printf '\\t')" - found
        """, tools: ["python3": "python3"])
    }
    #expect(result.status == 0, "\(result.errors)")
    let rows = result.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(rows.count == requests)
    let told = rows.map { Double($0[1]) ?? 0 }
    let connected = rows.map { Double($0[2]) ?? 0 }
    let found = rows.map { Double($0.count > 3 ? $0[3] : "") ?? -1 }
    for (row, (told, found)) in zip(rows, zip(told, found)) {
      #expect(found >= 0.04 && Int(found / 5) == Int(told / 5), "\(row)")
    }
    // Packets do not tell which of two threads goes on first whose lookups are complete at the same moment.
    // A lookup without an answer ends with the SYN.
    #expect(zip(found.sorted(), connected.sorted()).allSatisfy { $0 <= $1 }, "\(rows)")
    if threads == 1 { #expect(rows.contains { Double($0[1]) ?? 0 > 5 }, "no DNS packet was lost") }
  }
}
