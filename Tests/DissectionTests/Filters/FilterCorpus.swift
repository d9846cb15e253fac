/// Filters of all kinds, for what the sample captures have.
enum FilterCorpus {
  static let filters =
    existence + numbers + addresses + bytes + texts + patterns + times + quantities + calculations + analysis

  private static let existence = [
    "tcp", "udp", "ip", "ipv6", "not tcp", "!tcp", "! not tcp", "tcp.options", "tcp.payload[4:]", "tcp.payload[0,2-3]",
    "tcp && ip || udp", "tcp or udp and not ip", "(tcp)", "((tcp) and (ip))",
    "not (tcp.srcport == 9000 or tcp.len > 0)",
    "tcp.flags & 0x02", "tcp.flags & 0x8", "ip[0] & 1", "frame[59]", "frame[50-59]", "tcp.stream - 1", "-tcp.len",
    "_ws.expert",
    "tcp.connection.syn", "ip.src#1", "ip.src#2", "ip.addr#[-1]", "ip.src#[1-2,4]", "bootp", "ssl", ".tcp.port",
  ]

  private static let numbers = [
    "tcp.port == 9000", "tcp.port eq 9000", "tcp.port any_eq 9000", "tcp.port != 9000", "tcp.port ne 9000",
    "tcp.port all_ne 9000", "tcp.srcport == 9000", "tcp.srcport != 9000", "!(tcp.port == 9000)", "tcp.port !== 9000",
    "tcp.port ~= 9000", "tcp.port any_ne 9000", "tcp.port === 9000", "tcp.port all_eq 9000", "tcp.dstport >= 50000",
    "tcp.dstport ge 50000", "tcp.dstport > 9000", "tcp.dstport gt 9000", "tcp.dstport lt 50001", "tcp.dstport le 50001",
    "tcp.dstport in {80, 9000, 50001..50002}", "tcp.dstport in {80,9000}", "tcp.dstport in { 80 ..9000 ,50001 }",
    "tcp.port in {1 .. 79,81 .. 3266,3268 .. 65535}", "not tcp.dstport in {9000}", "tcp.dstport not in {9000}",
    "tcp.port ! in {9000}",
    "tcp.dstport == 0x2328", "tcp.dstport == 021450", "tcp.dstport == 0b10001100101000", "tcp.dstport in {tcp.srcport}",
    "tcp.flags.syn == 1", "tcp.flags.syn == True && tcp.flags.ack == 0", "tcp.flags.syn == FALSE", "tcp.flags.syn == 2",
    "tcp.flags.syn == Set", "tcp.flags.syn == \"Not set\"", "tcp.flags.syn > 0", "tcp.flags.syn == tcp.flags.ack",
    "tcp.flags == 0x012", "tcp.flags & 2 == 2", "tcp.flags & 0x0F == 8", "tcp.srcport != tcp.dstport & 0x0F",
    "frame.number == 3 || frame.number == 5", "frame.number >= 2 && frame.number < 6",
    "frame.number > 2 and frame.number < 14", "frame.number > tcp.stream > 0",
    "tcp.srcport == tcp.dstport == 80", "frame.len > 100", "ip.ttl == 64", "ip.proto == 6", "ip.proto == \"TCP\"",
    "ip.proto == TCP", "ip.proto == tcp", "ip.proto in {\"UDP\", \"TCP\"}", "ip.version == 4", "ip.id == 0x0",
    "tcp.window_size_scalefactor == -1", "tcp.window_size_scalefactor == -2", "tcp.window_size_scalefactor == +1",
    "tcp.window_size_scalefactor == -tcp.dstport", "tcp.window_size_scalefactor == +tcp.dstport",
    "tcp.window_size_scalefactor < tcp.dstport", "tcp.len > 0 and tcp.len <= 10",
    "tcp.checksum.status in {\"Unverified\", \"Good\"}",
    "tcp.srcport == 'P'", "ip.ttl == '@'", "ip.ttl == '\\x40'", "ip.ttl == '\\100'",
  ]

  private static let addresses = [
    "ip.addr == 10.0.0.1", "ip.src == 10.0.0.0/8", "ip.src == 10.0.0.2/31", "ip.dst != 10.0.0.0/30",
    "ip.src > 10.0.0.1",
    "ip.src < 10.0.0.0/24", "ip.src == ip.dst", "ip.src != ip.dst", "ip.addr in {10.0.0.1, 192.168.0.0/16}",
    "ip.addr in { 10.0.0.5 .. 10.0.0.9 , 10.0.0.1..10.0.0.1 }", "ip.src in {10.0.0.0/31..10.0.0.0/31}",
    "ip.src & 255.255.255.0 == 10.0.0.0", "ip.src & 0.0.0.1", "ip.src[0:2] == 0a:00", "ip.src[3] == 01",
    "ip.addr#1 == 10.0.0.1", "ip.dst#[2-4] == 10.0.0.1", "ipv6.dst == ::1", "ipv6.src == fe80::/10",
    "ipv6.dst == ::FFFF:129.144.52.38", "ipv6.dst == 2001:db8::/32", "ipv6.addr[0:2] == fe:80", "ipv6.dst == ::/128",
    "ipv6.dst == fd93:c15b:7ae0:2e41::2:1", "eth.src == 02:00:00:00:00:01", "eth.src == 0200.0000.0001",
    "eth.src == 02-00-00-00-00-01", "eth.dst == ff.ff.ff.ff.ff.ff", "eth.src[0:3] == 00:00:00",
    "eth.src contains 00:01",
    "eth.src > 01:00:00:00:00:00", "eth.addr == eth.src",
  ]

  private static let bytes = [
    "tcp.payload contains \"hel\"", "tcp.payload contains 68:65:6c", "tcp.payload contains 'h'",
    "frame contains \"PUT\"",
    "frame contains 45:00", "frame contains :45", "tcp.payload contains :68656c", "tcp.payload contains :68-65-6c",
    "tcp.payload contains :68.65.6c", "tcp contains \"hel\"", "tcp contains 23:28", "ip contains \"hel\"",
    "udp contains 00:00",
    "tcp.payload[0:3] == 68:65:6c", "tcp.payload[0:3] == \"hel\"", "tcp.payload[0] == 0x68", "tcp.payload[0] == 68",
    "tcp.payload[0] == 'h'", "tcp.payload[1-2] == 65:6c", "tcp.payload[-1:] == 6f", "tcp.payload[-2:2] == 6c:6f",
    "tcp.payload[:2] == 68:65", "tcp.payload[0,1,2-3] == 68:65:6c:6c", "tcp.payload[ 0 : 2 ] == 68:65",
    "tcp.payload[0x1:1] == 65", "tcp.payload[100] != 00", "tcp.payload[1:][1:] == 6c:6c:6f", "ip[0:2] == 45:00",
    "ip[2:2] == 00:2d", "tcp[13] & 2", "tcp[13] & 2 == 2", "tcp[13:1] == 12", "tcp[20:] == 68", "tcp[20:3] contains 68",
    "tcp.payload == 68:65:6c:6c:6f", "tcp.payload == \"hello\"", "tcp.payload == 68656c6c6f", "tcp.payload > 68:65",
    "tcp.payload < 68:65:6c:6c:6f:00", "tcp.payload != 68:65:6c:6c:6f", "tcp.payload in {68:65:6c:6c:6f, \"one\"}",
    "tcp.payload[0:2] == 68:65", "tcp.payload[0:1] & 0f == 08",
    "tcp.payload[0] == tcp.payload[1]", "frame[0:4] == ip[0:4]", "tcp.payload[0] == 0b01101000", "frame == tcp",
    "tcp == tcp",
    "tcp.payload contains tcp.payload", "tcp.payload contains tcp.payload[1:2]", "frame[:20] contains be:ef",
  ]

  private static let texts = [
    "tcp.flags.str contains \"S\"", "tcp.flags.str contains S", "tcp.flags.str == \"x\"", "tcp.flags.str > \"A\"",
    "tcp.flags.str contains \"\"", "len(tcp.flags.str) == 36", "lower(tcp.flags.str) contains \"s\"",
    "upper(tcp.flags.str) == \"S\"",
    "tcp.flags.str in {\"a\", \"b\"}", "tcp.flags.str[0] == c2", "tcp.flags.str[0:2] contains c2:b7",
    "frame.protocols contains \"tcp\"", "tcp.flags.str == r\"·······A····\"", "tcp.flags.str contains \"\\xc2\\xb7A\"",
    "tcp.flags.str contains \"\\302\\267A\"", "tcp.flags.str matches \"a..s\"",

    "frame.protocols[0:3] == \"raw\"", "frame.protocols[0] == \"r\"",
    "frame.protocols contains \"\\u00e9\"", "dns.qry.name contains \"example\"",
    "lower(dns.qry.name) == \"example.com\"",
  ]

  private static let patterns = [
    "tcp.payload matches \"HEL+O\"", "tcp.payload ~ \"HEL+O\"", "frame matches r\"put\\s/a\"",
    "frame matches \"put\\\\s/a\"",
    "tcp.payload matches \"(?-i)HEL+O\"", "tcp.payload matches \"^hel{2}o$\"", "tcp.payload matches \"^(one|two)$\"",
    "tcp.payload matches \"[[:alpha:]]{5}\"", "tcp.payload matches r\"\\Ah.*o\\z\"", "tcp.payload matches r\"h\\x65l\"",
    "tcp.payload matches r\"\\bhello\\b\"", "tcp.payload matches r\"^[^\\x00-\\x1f]+$\"",
    "tcp.payload[0:3] matches \"^hel$\"",
    "tcp matches \"hello\"", "tcp.payload matches \"\"", "tcp.payload matches \"^h(?#any)e(?:l)l(?<name>o)\"",
    "string(frame.number) matches \"[13579]$\"", "string(ip.src) contains \"10.0\"", "string(tcp.port) == \"9000\"",
    "tcp.payload matches \"a{,2}\"", "tcp.payload matches r\"\\Qhel\\E+o\"",
    "all tcp.payload matches \"l\"",
  ]

  private static let times = [
    "frame.time_relative > 0.005", "frame.time_relative in {0.001 .. 0.003}", "frame.time_delta in {-2.0 .. 0.0}",
    "frame.time_delta in {-20 .. -0.7}", "frame.time_delta == 0.001", "frame.time_delta >= 0.001000000",
    "frame.time >= \"2023-11-14 22:13:20\"", "frame.time < \"Nov 14, 2023 22:13:20.005\"", "frame.time > 2023-11-14",
    "frame.time < \"2023-11-14T22:13:20.005Z\"", "frame.time < \"2023-11-14 22:13:20.005 UTC\"",
    "frame.time == \"2023-11-14 22\"",
    "frame.time >= \"2023-11-14 22:13\"", "frame.time < \"2023-11-14T23:13:20.005+01:00\"",
    "frame.time < \"2023-11-14T17:13:20.005-0500\"",
    "tcp.time_delta > 1", "tcp.time_relative < 0.002", "tcp.time_delta - 0.001 > 0.0",
    "tcp.time_delta + tcp.time_delta < tcp.time_relative",
    "-tcp.time_delta < 0", "abs(tcp.time_delta) == tcp.time_delta", "frame.time_epoch > 1700000000",
    "tcp.analysis.ack_rtt < 0.002",
  ]

  private static let quantities = [
    "len(tcp.payload) == 5", "len(tcp.payload) > 1000", "len(frame) == 40", "len(tcp) == 20", "len(tcp.port) == 2",
    "len(ip.src) == 4",
    "count(ip.addr) == 2", "count(tcp.options.nop) > 0", "count(tcp.port) == tcp.stream",
    "min(tcp.srcport, tcp.dstport) == 9000",
    "max(tcp.srcport, tcp.dstport) < 50002", "max(tcp.port) == 50001", "min(tcp.port, 8000) == 8000",
    "tcp.dstport == abs(-9000)",
    "tcp.dstport == max(1, 9000)", "any ip.addr > 10.0.0.1", "all ip.addr > 10.0.0.1", "all tcp.port != 9000",
    "any tcp.port != 9000",
    "all tcp.port in {9000, 50000}", "any tcp.port in {50000}", "all tcp.port in {9000..60000}",
    "all frame contains \"hel\"",
  ]

  private static let calculations = [
    "tcp.seq + tcp.len == tcp.nxtseq", "tcp.dstport == 9000 - 0", "tcp.dstport == 8999 + 1", "tcp.dstport == 8999+1",
    "tcp.len * 2 == 10", "tcp.len / 2 == 2", "tcp.len % 2 == 1", "tcp.len / tcp.len == 1", "tcp.len % tcp.stream == 0",
    "tcp.len / tcp.stream != 1", "tcp.len - 10 == -5", "tcp.len - 10 < 0", "{tcp.len + 1} * 2 == 12",
    "tcp.len + 1 * 2 == 7",
    "tcp.port * { 10 / {5 - 4} } == tcp.port * { {50 + 50} / 2 - 40 }", "tcp.srcport & tcp.dstport == 9000",
    "tcp.seq * 4294967295 == 1",
    "tcp.srcport + 65535 > 65535", "tcp.ack > 1000", "tcp.seq == 1", "ip.len - 40 == tcp.len", "ip.len == tcp.len + 40",
    "tcp.dstport == {9000}",
    "tcp.flags bitwise_and 2", "tcp.len + 1 & 2", "tcp.window_size * 0 == 0",
  ]

  private static let analysis = [
    "tcp.analysis.retransmission", "tcp.analysis.out_of_order", "tcp.analysis.flags", "tcp.analysis.duplicate_ack",
    "tcp.analysis.zero_window", "tcp.analysis.lost_segment", "tcp.analysis.keep_alive || tcp.analysis.keep_alive_ack",
    "tcp.analysis.window_update", "tcp.analysis.spurious_retransmission", "tcp.analysis.reused_ports",
    "tcp.stream == 1",
    "tcp.stream eq 0", "tcp.window_size < 3000", "tcp.completeness == 31", "tcp.analysis.duplicate_ack_num > 1",
    "tcp.analysis.bytes_in_flight > 1000", "tcp.analysis.push_bytes_sent == 5", "_ws.expert.severity == note",
    "_ws.expert.severity >= Warning", "_ws.expert.group == Sequence",
    "tcp.connection.fin_active", "_ws.expert.message matches \"^dup\"", "count(_ws.expert) > 1",
    "_ws.expert.message contains \"retransmission\"",
  ]

  /// What is no filter.
  static let wrong = [
    "tcp.port ==", "tcp.prot == 80", "ip.src == 300.1.1.1", "tcp.port == \"x\"", "tcp.port == 70000", "(tcp", "tcp)",
    "tcp.port in 80", "tcp.port in {80", "tcp.port in {}", "tcp.port in {80 443}", "tcp.port in {80,}", "6 == 7",
    "6 == ip.proto",
    "123 in {ip}", "dns.qry.name matches abc", "tcp.payload matches \"(\"", "tcp.payload matches \"a)\"",
    "tcp.payload matches \"*a\"",
    "tcp.payload matches \"[a\"", "tcp &&", "frame contains \"a", "ip.src contains 1",
    "tcp.analysis.retransmission == 1",
    "nosuch(tcp.port) == 1", "len(1) == 1", "len() == 1", "len(tcp.port, tcp.len) == 1", "LEN(tcp.payload) == 1",
    "tcp.port == 10.0.0.1", "ip.src == ::1", "tcp.port[1] == 2", "'ab' == tcp.port", "tcp tcp", "tcp.port == == 80",
    "tcp.port = 80", "tcp.port == 4 the quick brown fox", "frame.time_delta in {0.1...7}",
    "frame.number in {1, \"foo\"}",
    "tcp.flags.str == \"\\HEAD\"", "frame == \"00\"[1]", "frame == b[1]", "upper(tcp.seq) == 4", "lower(tcp.seq) == 4",
    "string(123) == \"123\"", "string(tcp) == \"x\"", "string(tcp.payload) == \"x\"", "string(frame.time) == \"x\"",
    "max(1, tcp.port) == 1", "max(tcp.port, ip.src) == 1", "frame.protocols matches \"^raw\" matches \"x\"",
    "ip.proto == '\\Z'",
    "-2 == tcp.dstport", "2 + 3 == frame.number", "tcp.dstport == 68-1",
    "frame.time == \"Dec 31, 2002 13:56:31.3 WET\"",
    "frame.time == \"2002-12-31 13:55.3\"", "frame.time == \"mrt 1, 2000 00:00:00\"", "frame contains aa.bb.hh",
    "frame.time == 1700000000",
    "tcp.flags.syn == true", "TCP", "tcp AND ip", "tcp and", "and tcp", "not", "any tcp", "all tcp.port",
    "tcp.port#x == 1",
    "tcp.port# 1 == 1", "tcp.port[", "tcp.port[1", "tcp.payload[] == 00", "tcp.payload[a] == 00",
    "tcp.payload[3-3] == 00",
    "tcp.payload[2-1] == 00", "tcp.payload[0:0] == 00", "tcp.payload[1:-1] == 00", "tcp.payload[-1-1] == 00",
    "ip.src == 10.0.0.1/33",
    "ipv6.src == ::1/129", "ip.src == \"10.0.0.1\"", "tcp.port == \"80\"", "tcp.port == tcp", "tcp == tcp.payload",
    "ip.src == ipv6.src",
    "tcp.port == ip.src", "tcp.flags.syn == tcp.port", "tcp.time_delta == tcp.port", "ip.src + 1 == 10.0.0.2",
    "tcp.payload + 1 == 00",
    "tcp.time_delta * 2 == 1", "tcp.time_delta & 1", "-ip.src == 1", "tcp.flags.syn + 1 == 2", "tcp.port contains 80",
    "ip.src matches \"1\"",
    "ip.src[0] contains", "eth.src == 00:11", "eth.src == 00:11:22:33:44:55:66", "{tcp.len + 1} contains 1",
    "tcp.len + 1 in {1}",
    "len(tcp.payload) in {5}", "tcp.payload[0:2] in {68:65}", "tcp.port in {tcp.payload[0:2]}", "len(tcp.payload)", "5",
    "\"a\"", "'a'", "é",
    "tcp.port == é", "tcp.port == 80;", "tcp?", "tcp.port == 1e3", "tcp.len == 0x", "tcp.len == 09", "tcp.len == 0b2",
    "ip.id == 0x10000",
    "tcp.flags.str == '\\400'", "tcp.port == ''", "tcp.port == 'ab'", "tcp.port == '\\u12'",
    "tcp.flags.str == \"\\u0041\"",
    "tcp.flags.str == \"\\ud800\"", "tcp.flags.str == \"\\400\"", "tcp.payload == 'é'", "--tcp.len == 1",
    "tcp.len == - 1 2", "tcp.len == {1", "tcp.len == {}",
    "tcp.stream.x", "tcp..port", ".nosuch", "abs(tcp.payload) == 1", "abs(ip.src) == 1", "abs(1) == tcp.port",
    "count(5) == 1", "count(tcp.port + 1) == 1", "tcp.port in {1..}", "tcp.port in {..1}", "tcp.port in {1..2..3}",
    "tcp.port === ",
    "tcp.port <> 1", "tcp.port =< 1",
  ]
}
