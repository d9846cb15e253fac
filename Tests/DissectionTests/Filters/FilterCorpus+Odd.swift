extension FilterCorpus {
  /// Filters that people may come to write, right ones and wrong ones, for captures of searches over HTTP.
  static let odd =
    #"""
    frame.time == "Nov 21, 2026 01:15:28.7"
    frame.time > "2026-11-21 01:00"
    frame.time > "2026-11-21T01:00:00Z"
    frame.time < 1795223731
    frame.time_epoch > 1795223731.5
    frame.time_relative > 1.5 and frame.time_delta < 1e-3
    tcp.time_delta > "0.5"
    tcp.time_delta == 1 min
    ((((tcp))))
    ((tcp)
    tcp)
    (tcp and (udp or (ip and not (tcp.port == 80))))
    not not not tcp
    ! ! tcp
    !(!(tcp))
    tcp and and udp
    tcp or
    and tcp
    ()
    tcp ()
    http.host == "search\x2eexample"
    http.host == "search\056example"
    http.host == "search.\145xample"
    http.host == "sea\qrch"
    http.host == "search.example
    http.host == 'search.example'
    http.host == r"search\.example"
    http.host matches r"search\.example"
    http.host matches "search\\.example"
    http.host matches "("
    http.host matches "(?i)SEARCH"
    http.host contains search
    http.user_agent contains "curl/"
    http.host[0:3] == "sea"
    http.host[-3:] == "ple"
    http.host[-3:3] == "ple"
    http.host[-8:3] == "exa"
    http.host[1-3] == "ear"
    http.host[1-3,5] == "earh"
    http.host[100:] == "x"
    http.host[:0] == ""
    http.host[0:0]
    http.host[3-1] == "x"
    tcp.payload[-4:4] == 0d:0a:0d:0a
    tcp.payload[-4:] == 0d0a0d0a
    tcp.payload[-1] == 0a
    tcp.payload[-1000000:] == 0a
    frame[12:2] == 08:00
    frame[12-13] == 0800
    frame[:6] == eth.dst
    frame[6:6] == eth.src
    frame[99999] == 0
    frame[0:100000] contains 08
    ip.addr == 10.83.0.0/16
    ip.addr == 10.83.0.0/33
    ip.addr == 10.83.0.0/255.255.0.0
    ip.addr != 10.83.0.0/31
    ip.addr == 10.83.0
    ip.addr == 256.1.1.1
    ip.src == 10.83.0.0/24 and not ip.dst == 10.83.0.2/32
    ipv6.addr == fe80::/10
    ipv6.addr == ::/0
    ipv6.addr == 2001:db8::1/129
    ipv6.addr == 1.2.3.4
    ipv6.addr == fe80:::1
    ip.src == ipv6.src
    ip.src == tcp.port
    ip.src & 255.0.0.0 == 10.0.0.0
    ip.ttl == 64.0
    ip.ttl == -1
    ip.ttl == 256
    ip.ttl == 0x40
    ip.ttl == 0b1000000
    ip.ttl == 0100
    ip.ttl == "64"
    ip.ttl == sixtyfour
    ip.ttl > tcp.hdr_len
    ip.len == tcp.len + 52
    ip.len == tcp.len + tcp.hdr_len + ip.hdr_len
    ip.len == { tcp.len + tcp.hdr_len } + ip.hdr_len
    ip.len % 2 == 1
    ip.len / 0 == 1
    ip.len % 0 == 1
    ip.len * 100000 > 5
    tcp.len - 1 > 100
    -tcp.len < 0
    tcp.len == --1
    abs(tcp.len) > 0
    abs(-1) == tcp.len
    count(ip.addr) == 2
    count(tcp.port) > 1
    count(http.request.line) >= 3
    len(tcp.payload) > len(http.host)
    len(ip.src) == 4
    len(tcp.port)
    len()
    len(tcp.payload, udp.payload)
    len("abc") == tcp.len
    max() == 1
    max(tcp.len) > 1
    min(tcp.port) == 80
    max(tcp.port, "a") == 80
    upper(http.host) == "SEARCH.EXAMPLE"
    lower(upper(http.host)) contains "search"
    lower(tcp.port) == "a"
    upper("abc") == http.host
    string(tcp.port) == "80"
    string(tcp.flags.syn) == "1"
    string(ip.src) matches "^10"
    string(tcp.len + 1) == "1"
    nosuch(tcp.port) == 1
    any tcp.port == 80
    all tcp.port == 80
    all tcp.port != 80
    any tcp.port != 80
    any tcp.port in {80}
    all tcp.port in {80, 0..65535}
    all tcp.port > 79
    any frame contains "x"
    all
    tcp.port ~= 80
    tcp.port ~ "8"
    tcp.port === 80
    tcp.port !== 80
    tcp.port <> 80
    tcp.port = 80
    tcp.port >== 80
    tcp.port == 80 == 80
    tcp.srcport == tcp.dstport != 80
    1 < tcp.len < 1000 < frame.len
    tcp.port == http
    tcp.port == https
    tcp.port == "http"
    tcp.flags.syn
    tcp.flags.syn == yes
    tcp.flags.syn == True
    tcp.flags.syn == "Set"
    tcp.flags.syn == set
    tcp.flags.syn == 0
    tcp.flags.syn != tcp.flags.ack
    !tcp.flags.syn
    tcp.flags == 18
    tcp.flags == 0x12
    tcp.flags[0] == 0
    tcp.seq[0] == 0
    tcp.seq matches "1"
    tcp.seq contains 1
    tcp.port in 80
    tcp.port in {}
    tcp.port in {80,}
    tcp.port in {80..}
    tcp.port in {..80}
    tcp.port in {80 - 90}
    tcp.port in {81..80}
    tcp.port in {{80}}
    tcp.port in { 70 + 10 }
    tcp.port not in {80}
    not tcp.port in {80}
    tcp.port !in {80}
    ip.src in {10.83.0.0/24}
    ip.src in {10.83.0.1 .. 10.83.0.2}
    eth.src in {02:00:00:00:c0:00, 02:00:00:00:50:00}
    eth.addr[0:3] == 02:00:00
    eth.addr[0:3] == 02-00-00
    eth.addr[0:3] == 020000
    eth.addr == 02:00:00:00:c0
    eth.addr == 0200.0000.c000
    eth.src == eth.dst
    eth.src > eth.dst
    http.response.code >= 200 and http.response.code < 300
    http.response.code == 200 || http.request
    http.request.method == GET
    http.request.method == "GET" and http.request.uri contains "q=" and !(http.user_agent contains "Mozilla")
    http.request.method in {"GET", "POST"}
    http.request.method in {GET, POST}
    http.request.method matches "^(GET|POST)$"
    http.request.method > "A"
    http.request.version == "HTTP/1.1"
    http.response.phrase == OK
    http.content_length > 0
    http.content_type contains json
    http.date
    http.time > 0.001
    http.time < 1
    http.request_in == 7
    json
    json.key == "results"
    json.value.string contains "apple"
    json.value.number > 5
    json.path == "/results"
    dns.qry.name == "search.example"
    dns.qry.name matches "^search\\."
    dns.qry.type == 1
    dns.flags.response == 1 and dns.a == 10.83.0.1
    dns.a in {10.0.0.0/8}
    dns.time > 0
    dns.id == 0x1234 or dns.count.answers > 0
    frame.number & 1
    frame.number & 1 == 1
    frame.number % 2 == 0
    frame.len - ip.len == 14
    frame.len == ip.len + 14
    frame.protocols contains "json"
    frame.protocols matches "tcp:http"
    frame.time_relative[0] == 0
    tcp.analysis.flags
    tcp.analysis.flags && !tcp.analysis.window_update
    tcp.analysis.ack_rtt > 0.1
    tcp.analysis.duplicate_ack_num >= 1
    tcp.options.sack.dsack
    tcp.options.sack_le - tcp.ack
    tcp.options.mss_val == 1460
    tcp.options.timestamp.tsval > tcp.options.timestamp.tsecr
    tcp.options.wscale.shift in {7..10}
    tcp.completeness == 31
    tcp.completeness & 8
    _ws.expert.severity == "Warning"
    _ws.expert.severity == Note
    _ws.expert.message contains "Duplicate"
    _ws.malformed
    ip.src#1 == 10.83.0.2
    ip.addr#[1] == 10.83.0.2
    ip.addr#[-1]
    ip.addr#[1-2]
    ip.addr#0
    ip.addr#1-2
    tcp.port#2
    ${frame.number} == 1
    frame.number == ${frame.number}
    @tcp.port == 00:50
    tcp.port == 80 tcp.port == 81
    tcp.port == 80; udp
    tcp.port == 80 # comment
    "tcp"
    "tcp" == frame.protocols
    80
    tcp.port == tcp
    tcp contains http
    tcp[0:2] == 00:50
    tcp[0:2] == tcp.srcport
    tcp.srcport[0:1] == 0
    ip[9] == 6
    ip[8:1] & f0 == 40
    ip[-1] == 0
    http[0:3] == "GET"
    http contains "apple"
    tcp.payload contains "GET"
    tcp.payload contains 47:45:54
    tcp.payload contains 474554
    tcp.payload matches "GET.*HTTP"
    tcp.payload matches "\\x47ET"
    tcp.payload == "GET"
    tcp.payload[0:3] in {"GET", "PUT"}
    tcp.payload[0:3] != "GET"
    data.data
    len(data.data) > 0
    ip.dsfield.dscp == CS0
    ip.flags.df == 1 && ip.flags.mf == 0
    ip.frag_offset > 0
    ip.checksum.status == "Unverified"
    ip.id == 0xb185
    ip.id[0] == b1
    TCP
    Tcp.port == 80
    tcp.port EQ 80
    tcp AND ip
    tcp.port==80&&ip
    tcp.port==80||udp
    tcp.port==80and ip
    tcp.port== 0x50
    tcp.port==80.
    tcp.port==8_0
    tcp.port == 1e2
    tcp.nosuchfield
    tcp.prt == 80
    ..tcp
    tcp..port
    tcp.
    .
    tcp.port ==
    == 80
    tcp.port == (80)
    (tcp.port) == 80
    tcp.port == {80}
    {tcp.port} == 80
    { tcp.port + 1 } == 81
    tcp.port + 1 == 81
    tcp.port +1 == 81
    tcp.port+1 == 81
    tcp.port-1 == 79
    tcp.port * 2 in {160}
    frame.time_delta + 1 > 1
    frame.time + 1 > frame.time
    frame.time - frame.time == 0
    frame.time_epoch - 1 < frame.time_epoch
    ip.src + 1 == 10.83.0.2
    http.host + "a" == "b"
    eth.src & ff:00:00:00:00:00 == 02:00:00:00:00:00
    eth.src & ff == 02
    """#.split(separator: "\n").map(String.init)
}
