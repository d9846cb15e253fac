/// Two ends that exchange datagrams as QUIC sends them: several in one call (UDP_SEGMENT), with a DSCP and an ECN field.
enum DatagramScript {
  /// Writes `$folder/datagrams.py`. `far ADDRESS PORT` says "ready", and answers; `near ADDRESS PORT` says "carried" if every datagram arrived
  /// with its length, its bytes and its traffic class, in both directions.
  static let program = #"""
    cat >$folder/datagrams.py <<'END'
    import socket, struct, sys
    IP, IPV6, UDP, IP_TOS, IP_RECVTOS, IPV6_RECVTCLASS, IPV6_TCLASS, UDP_SEGMENT, UDP_GRO = 0, 41, 17, 1, 13, 66, 67, 103, 104
    role, address, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
    v6 = ':' in address
    s = socket.socket(socket.AF_INET6 if v6 else socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(30)
    s.setsockopt(IPV6 if v6 else IP, IPV6_RECVTCLASS if v6 else IP_RECVTOS, 1)
    if role == 'near': s.setsockopt(UDP, UDP_GRO, 1)
    def datagram(ecn, n): return bytes([ecn, n]) + bytes((n * 7 + i * 31) % 251 for i in range(2, 1200 if n < 10 else 300))
    def send(dscp, to):
      s.setsockopt(UDP, UDP_SEGMENT, 1200)
      for ecn in range(4):
        s.setsockopt(IPV6 if v6 else IP, IPV6_TCLASS if v6 else IP_TOS, dscp | ecn)
        s.sendto(b''.join(datagram(ecn, n) for n in range(11)), to)
    def receive(dscp):
      got = {}
      while len(got) < 44:
        data, control, _, peer = s.recvmsg(65536, 256)
        traffic_class, size = None, len(data)
        for level, kind, value in control:
          if (level, kind) in ((IP, IP_TOS), (IPV6, IPV6_TCLASS)): traffic_class = value[0]
          if (level, kind) == (UDP, UDP_GRO): size = struct.unpack('i', value[:4])[0]
        for place in range(0, len(data), size):
          piece = data[place:place + size]; key = (piece[0], piece[1])
          assert piece == datagram(*key), (key, len(piece))
          assert traffic_class == dscp | piece[0], (key, traffic_class)
          got[key] = True
      return peer
    if role == 'far':
      s.bind((address, port)); print('ready', flush=True)
      while True: send(0x50, receive(0x28))
    else:
      send(0x28, (address, port)); receive(0x50); print('carried')
    END
    """#
}
