import Captures
import Dissection
import Exchanges
import TestSupport
import Wire

extension Wireshark {
  /// The lines of `tshark -T fields` with reassembly as good as it can do.
  static func fields(_ names: [String], filter: String, of packets: [Packet]) throws -> [String] {
    try TemporaryFolder.with { folder in
      let capture = folder + "/capture.pcap"
      var writer = try CaptureWriter.create(capture, format: .pcap, interfaces: [CaptureInterface(linkType: .raw)])
      for (index, packet) in packets.enumerated() {
        try writer.write(HTTPReader.frame(index + 1, packet), packet.bytes.span)
      }
      try writer.close()
      let options = ["-o", "tcp.reassemble_out_of_order:TRUE", "-o", "tcp.desegment_tcp_streams:TRUE"]
      return try read(capture, ["-Y", filter, "-T", "fields"] + options + names.flatMap { ["-e", $0] }).map(String.init)
    }
  }
}
