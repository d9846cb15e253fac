import Captures
import Dissection
import Glibc
import Wire

/// Wireshark's opinion of packets.
enum Tshark {
  struct Failure: Error {
    var description: String
  }

  /// The lines of `tshark -T fields` with reassembly as good as it can do.
  static func fields(_ names: [String], filter: String, of packets: [Packet]) throws -> [String] {
    let folder = "/tmp/headwind-dissection-\(getpid())-\(UInt64.random(in: 0 ..< .max))"
    guard mkdir(folder, 0o700) == 0 else { throw Failure(description: "cannot make \(folder)") }
    let (capture, output) = (folder + "/capture.pcap", folder + "/fields")
    defer {
      unlink(capture)
      unlink(output)
      rmdir(folder)
    }
    var writer = try CaptureWriter.create(capture, format: .pcap, interfaces: [CaptureInterface(linkType: .raw)])
    for (index, packet) in packets.enumerated() {
      try writer.write(HTTPReader.frame(index + 1, packet), packet.bytes.span)
    }
    try writer.close()
    let options = ["-o", "tcp.reassemble_out_of_order:TRUE", "-o", "tcp.desegment_tcp_streams:TRUE"]
    try run(["tshark", "-r", capture, "-Y", filter, "-T", "fields"] + options + names.flatMap { ["-e", $0] }, output)
    return try read(output).split(separator: "\n").map(String.init)
  }

  private static func run(_ words: [String], _ output: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw Failure(description: "\(words[0]) is needed by this test: apt-get install tshark")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(description: "\(words[0]) ended with status \(status)") }
  }

  private static func read(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Failure(description: "cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
