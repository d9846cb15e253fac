/// The page of all fields, made from the table.
public enum FieldDocumentation {
  public static var markdown: String {
    var text = """
      # Fields

      Every packet has a tree of fields: `headwind capture -V` shows it, `-O http,json` opens those protocols alone, `-T` prints
      it in other shapes, and `-Y FILTER` looks for values in it ([filters](filters.md)). Names, types and values are
      Wireshark's.

          headwind capture -r FILE -Y http -T fields -e frame.number -e http.request.uri -e http.time -E header=y
          headwind capture -r FILE -Y 'http.response.code >= 400' -V
          headwind capture -r FILE -T json | jq '.[]._source.layers.http'
          headwind capture -r FILE -O http --hex http.request.uri

      ## Messages

      What a TCP conversation carries is put in order and cut into messages. A message is in the tree of the packet that
      completes it, once, whatever came late, twice or out of order; the packets before it have `tcp.segment_data`. tshark does
      so with `-o tcp.reassemble_out_of_order:TRUE`. Bytes that the capture lacks are given up when the other end has
      acknowledged them and their sender has gone on, or when they take more than the memory there is; the message that they
      were in is not shown. Which request a response is for is told by what each side had acknowledged.

      Of a message whose packet the capture cut (`-s 96`), the packet's tree has what is there, as tshark's has: from a method
      and the beginning of a target, or from a version and a status on. `headwind http` tells its exchange, with how many bytes
      were not captured. tshark shows `http` in the packets of a body whose head was cut as well, as continuation; here they
      are data.

      All that is remembered of conversations takes 64 MB at most, of which the analysis of TCP has 20; a message is kept up to
      16 MiB. The conversations that were unused for longest go first, and what was given up is said at the end.

      Responses answer requests in their order, also where several are under way: tshark takes each to be for the newest
      request. `tcp.reassembled_in`, `http.response_in`, `http.next_request_in`, `http.next_response_in`, `dns.response_in`,
      `icmp.resp_in`, `icmpv6.resp_in`, `ip.reassembled_in` and `ipv6.reassembled.in` name packets that come later: a file is
      read twice where one of them is asked for, and for trees with `-2`. tshark has them with `-2` alone.

      ## Buffers

      A field is some bytes of a buffer. The first buffer is the frame; others are made from it: `Reassembled TCP`,
      `Reassembled IPv4` and `IPv6`, `De-chunked entity body`, `Uncompressed entity body` (gzip, deflate, brotli and zstd),
      `Unmasked data`, `Reassembled Message` and `Decompressed payload` (WebSocket), `Reassembled TLS Handshake`. `--hex` prints
      each under its name after the tree, as `tshark -x` does, and so do `-x` and `-X` with `-V`; `--hex FIELD` marks the bytes
      of a field, in reverse video on a terminal, otherwise in brackets.

      ## Shapes

      | `-T` | what comes |
      | --- | --- |
      | `fields` | the fields named with `-e`, a line a packet; `-E` is for `header=y`, `separator=/t`, `occurrence=a`, `aggregator=,`, `quote=d`, `bom=y`; a protocol with `-e` gives its line of the tree |
      | `json` | an array of packets, `{"_source": {"layers": {"ip": {...}}}}`; no object has a name twice: what occurs more than once is an array, as with `tshark --no-duplicate-keys`, and what a field is made of is beside it as `NAME_tree` |
      | `ek` | two lines a packet for bulk loading, names with `_` for `.` |

      With `domain`, `tftp` or `vxlan`, `-T` means what it means to tcpdump: every payload is taken for that
      ([the lines](tcpdump-lines.md)).

      Nothing that a packet or a file says is printed in a form that a terminal would obey. In trees and columns, control characters
      and characters that reorder or hide text are spelled out: `\\n`, `\\x1b`, `\\u{202e}`. In JSON they are `\\u001b` and the like,
      so that a program reads back exactly what was said.

      ## Finding protocols

      HTTP, TLS and JSON are found by what the bytes say, on any port; WebSocket after the upgrade that leads to it; what is in a
      tunnel (GRE, VXLAN, Geneve, MPLS, PPPoE, IP in IP) is looked at anew, up to 24 protocols within each other. VXLAN is also
      looked for on port 8472, where Linux puts it and tshark does not look. Ethernet over MPLS is read where a control word
      precedes it. DNS goes by its port over TCP, and is found by its bytes in datagrams on any. `--decode-as`
      settles it: `tcp.port==9000,http`, `udp.port==5300-5310,dns`, `ip.proto==200,udp`, `ethertype==0x88b5,ip`; `data` leaves
      alone.

      ## All fields

      This page is made from the code's own table: `HEADWIND_WRITE_DOCS=1 swift test --filter FieldDocumentationTests` writes it.

      """
    for field in FieldTable.fields where field.id != .text {
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
