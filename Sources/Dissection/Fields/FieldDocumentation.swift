/// The page of all fields, made from the declarations of the protocols.
public enum FieldDocumentation {
  /// The page of all fields.
  public static var markdown: String {
    var text = """
      # Fields

      Every packet has a tree of fields. `headwind capture -V` prints the tree, `-O http,json` expands only these protocols, `-T`
      prints it in other formats, and `-Y FILTER` selects packets by their fields ([filters](filters.md)). Names, types and values
      are Wireshark's; labels and sentences are Headwind's ([where names come from](names.md)).

          headwind capture -r FILE -Y http -T fields -e frame.number -e http.request.uri -e http.time -E header=y
          headwind capture -r FILE -Y 'http.response.code >= 400' -V
          headwind capture -r FILE -T json | jq '.[]._source.layers.http'
          headwind capture -r FILE -O http --hex http.request.uri

      ## Messages

      Headwind reassembles the data of a TCP conversation and divides it into messages. A message appears once, in the tree of the
      packet that completes it, even if segments were late, duplicated or out of order. The earlier packets of the message have
      `tcp.segment_data`. tshark does the same with `-o tcp.reassemble_out_of_order:TRUE`. If the capture lacks bytes, Headwind
      stops waiting for them when the other end has acknowledged them and the sender has continued, or when the memory limit is
      reached; the message with the missing bytes is not shown. Headwind pairs requests and responses by what each side had
      acknowledged.

      If the snapshot length truncated a message's packet (`-s 96`), the tree shows the available part, as tshark does. The part
      must include a method and the beginning of a target, or a version and a status code. `headwind http` lists the exchange, and
      says how many bytes were not captured. When the head of a message was truncated too, tshark shows the packets of its body as
      `http` (continuation). Headwind shows them as data.

      Conversations take at most 28 MB of memory, 9 MB of which are for the analysis of TCP. A message can have up to 7 MiB. The
      conversations that have been unused the longest are discarded first, and a message at the end counts what was discarded.

      Responses answer requests in order, also when several requests are in progress; tshark assigns each response to the newest
      request.

      Some fields name a later packet: `tcp.reassembled_in`, `http.response_in`, `http.next_request_in`, `http.next_response_in`,
      `dns.response_in`, `icmp.resp_in`, `icmpv6.resp_in`, `ip.reassembled_in` and `ipv6.reassembled.in`. If you ask for one of
      them, Headwind reads the file twice. In trees they appear with `-2`. tshark has these fields only with `-2`.

      ## TLS and HTTP/2

      TLS is decrypted with the secrets in the capture and those of `--keys FILE` ([encrypted traffic](encrypted.md)). A record is
      decrypted only if its secret came before the packet that completes it. Then the tree shows its handshake messages or alert,
      and the application data as the protocol inside: HTTP/1.x, HTTP/2, WebSocket, DNS or JSON. `tls.app_data` has the encrypted
      bytes, as in Wireshark. If TLS ends without `close_notify`, a message that only the end of the connection ends has a warning.

      Certificates have the fields `x509af.*` (the certificate), `x509if.*` and `x509sat.*` (names), `x509ce.*` (extensions) and
      `pkcs1.*` (keys): `-Y 'x509ce.dNSName == "api.example"'`.

      Each frame of HTTP/2 is a node of its own. A block of fields that is continued is shown in the frame that ends it, and a
      body in the DATA frame that ends it. After missing packets, reading goes on with a packet that begins with frames; fields
      that refer to what was missed are left out.

      The messages of a gRPC call are shown one by one, each with the frame that completes it, decompressed and without a schema:
      `protobuf.field.number`, `protobuf.field.wiretype` and `protobuf.field.value` of each field. gRPC-Web is shown with the body
      that carries it.

      ## Buffers

      A field is a range of bytes in a buffer. The first buffer is the packet. Other buffers are derived from it:
      `Message from TCP`, `IPv4 packet from fragments` and `IPv6 packet from fragments`, `Content without chunks`, `Decoded content`
      (gzip, deflate, brotli and zstd), `Payload without the mask`, `Message from frames` and `Decompressed message` (WebSocket),
      `Decrypted TLS`, `Message from TLS` and `Handshake message from records`, `Handshake message from fragments` (DTLS),
      `Decoded field section` and `Content from frames` (HTTP/2).
      `--hex` prints each buffer under its name after the tree, like `tshark -x`; so do `-x` and `-X`
      with `-V`. `--hex FIELD` highlights the bytes of a field: in reverse video on a terminal, otherwise in brackets.

      ## Output formats

      | `-T` | output |
      | --- | --- |
      | `fields` | the fields selected with `-e`, one line per packet. `-E` takes `header=y`, `separator=/t`, `occurrence=a`, `aggregator=,`, `quote=d`, `bom=y`. If you give a protocol to `-e`, you get its line of the tree |
      | `json` | an array of packets, `{"_source": {"layers": {"ip": {...}}}}`. No object contains a name twice: repeated fields become an array, as with `tshark --no-duplicate-keys`. The parts of a field are beside it, as `NAME_tree` |
      | `ek` | two lines per packet for bulk loading into Elasticsearch, names with `_` instead of `.` |

      `domain`, `tftp` and `vxlan` have the same meaning as in tcpdump: `-T` forces every payload to be read as that protocol
      ([the lines](tcpdump-lines.md)).

      Text from a packet or a file is never printed in a form that a terminal would interpret. In trees and columns, control
      characters and characters that reorder or hide text are escaped: `\\n`, `\\x1b`, `\\u{202e}`. In JSON they are `\\u001b` and
      the like, so a program that parses it gets the original text.

      ## How protocols are recognized

      - HTTP, TLS and JSON are recognized by their content, on any port. WebSocket is recognized by the upgrade that precedes it.
      - SOCKS 5, 4 and 4a are recognized by the client's first message. What goes through the proxy is recognized like anything else, as it is
        after CONNECT.
      - DNS over TLS is recognized by its port (853), DNS over HTTPS by its media type.
      - HTTP/2 is recognized by the client's preface, by `Upgrade: h2c`, and in decrypted TLS by what the ends agreed on (ALPN).
      - The packet inside a tunnel (GRE, VXLAN, Geneve, GTP-U, CAPWAP, L2TP, Teredo, MPLS, PPPoE, IP in IP) is decoded in the same way,
        with up to 24 nested protocols.
      \(ProtocolRegistry.all.compactMap(\.note).map { "- " + $0.replacing("\n", with: "\n  ") }.joined(separator: "\n"))

      `--decode-as` overrides these rules: `tcp.port==9000,http`, `udp.port==5300-5310,dns`, `ip.proto==200,udp`,
      `ethertype==0x88b5,ip`. The protocol `data` turns decoding off. What you say of a TCP port holds inside TLS, too.

      ## All fields

      This page is generated from the table in the code: `HEADWIND_WRITE_DOCS=1 swift test --filter FieldDocumentationTests` writes it.

      """
    for field in ProtocolRegistry.all.flatMap(\.fields) where field.id != .text {
      if field.name == "frame" || isSection(field) {
        text += "\n### \(field.name): \(field.label)\n\n| field | type | meaning |\n| --- | --- | --- |\n"
      } else {
        text += "| `\(field.name)` | \(typeName(field)) | \(field.label) |\n"
      }
    }
    return text
  }

  /// Options and extension headers, which Wireshark takes for protocols, stay with the protocol that they are of.
  private static func isSection(_ field: Field) -> Bool {
    field.type == .protocol && (!field.name.contains(".") || field.name.hasPrefix("_ws."))
  }

  private static func typeName(_ field: Field) -> String {
    field.type.rawValue + (field.base == .decimal ? "" : ", " + field.base.rawValue)
  }
}
