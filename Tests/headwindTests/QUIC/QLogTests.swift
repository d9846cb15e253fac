import Foundation
import TestSupport
import Testing

/// `headwind export qlog`, beside the qlog that the client of the same connection wrote, and the rules of the drafts.
@Suite(.serialized, .waiting) struct QLogTests {
  /// Every packet of the client's own log is in ours, with the same frames, and so are the transport parameters.
  private static let comparison = #"""
    cat >$folder/compare.py <<'END'
    import json, sys
    ours, theirs = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
    assert ours['qlog_version'] == '0.3' and len(ours['traces']) == 1, ours.keys()
    assert ours['traces'][0]['common_fields']['ODCID'] == theirs['traces'][0]['common_fields']['ODCID']
    def packets(log, first):
      found = {}
      for e in log['traces'][0]['events']:
        if e['name'] in ('transport:packet_sent', 'transport:packet_received'):
          h = e['data']['header']; found.setdefault((e['name'], h['packet_type'], h.get('packet_number')), e['data'])
      return found
    a, b = packets(ours, 0), packets(theirs, 0)
    dropped = sum(e['name'] == 'transport:packet_dropped' for e in theirs['traces'][0]['events'])
    missing = [k for k in b if k not in a]
    assert not missing, ('not in ours', missing)
    frames = 0
    for key, theirs_data in b.items():
      mine = [f for f in a[key]['frames'] if f['frame_type'] != 'padding']
      other = [f for f in theirs_data['frames'] if f['frame_type'] != 'padding']
      assert len(mine) == len(other), (key, mine, other)
      for f, g in zip(mine, other):
        frames += 1
        for name, value in g.items():
          if name == 'ack_delay': assert abs(f[name] - value) < 0.01, (key, f, g)
          elif name != 'error_code': assert f[name] == value, (key, name, f, g)
      h, i = a[key]['header'], theirs_data['header']
      assert key[1] == '1RTT' or h['scid'] == i['scid'], (key, h, i)
      if key[0].endswith('received'): assert h['dcid'] == i['dcid'], (key, h, i)
      if key[0].endswith('received'): assert a[key]['raw']['length'] == theirs_data['raw']['length'], (key, a[key]['raw'], theirs_data['raw'])
    # What came after the client had closed, or before it had the keys, it did not read.
    extra = [k for k in a if k not in b]
    assert len(extra) <= dropped + 4, extra
    def parameters(log): return {e['data']['owner']: e['data'] for e in log['traces'][0]['events'] if e['name'] == 'transport:parameters_set'}
    p, q = parameters(ours), parameters(theirs)
    assert set(p) == set(q) == {'local', 'remote'}, (p.keys(), q.keys())
    for owner in q:
      for name in ('max_idle_timeout', 'initial_max_data', 'initial_max_stream_data_bidi_local', 'initial_max_streams_bidi', 'active_connection_id_limit',
        'ack_delay_exponent', 'initial_source_connection_id', 'stateless_reset_token', 'original_destination_connection_id'):
        if q[owner].get(name) not in (None, False): assert p[owner].get(name) == q[owner][name], (owner, name, p[owner], q[owner])
    names = {e['name'] for e in ours['traces'][0]['events']}
    for name in ('connectivity:connection_started', 'connectivity:connection_closed', 'recovery:metrics_updated', 'transport:version_information',
      'transport:alpn_information') + tuple(sys.argv[3:]): assert name in names, (name, names)
    print(len(b), 'packets', frames, 'frames')
    END
    """#

  @Test(arguments: [
    ("{ delay: 3 ms }", "/r/20000 /r/300 update /r/5000", "security:key_updated"),
    (
      "{ downlink: { delay: 5 ms, loss: 5 % }, uplink: { delay: 5 ms, loss: 5 % } }", "/r/60000 /r/20000",
      "recovery:packet_lost"
    ),
  ])
  func packetsAndFramesAreThoseOfTheClientsLog(_ profile: String, _ steps: String, _ event: String) throws {
    let result = try QUICScript.run(
      Self.comparison + #"""

        $link --profile '\#(profile)' --seed 5 --capture $folder/x.pcapng -- $client h3 \#(steps) >$folder/out 2>$folder/said || fail "$(cat $folder/said)"
        $headwind export qlog -r $folder/x.pcapng --keys $folder/keys > $folder/x.qlog || fail "no qlog"
        python3 $folder/compare.py $folder/x.qlog $folder/qlog.client/*.qlog \#(event == "recovery:packet_lost" ? "" : event)
        # A sequence has the same events.
        $headwind export qlog --seq -r $folder/x.pcapng --keys $folder/keys > $folder/x.sqlog
        python3 - $folder/x.sqlog $folder/x.qlog <<'END'
        import json, sys
        records = open(sys.argv[1], 'rb').read().split(b'\x1e')
        assert records[0] == b'' and all(r.endswith(b'\n') for r in records[1:])
        head, *events = [json.loads(r) for r in records[1:]]
        assert head['qlog_format'] == 'JSON-SEQ' and head['trace']['vantage_point']['type'] == 'network'
        whole = json.load(open(sys.argv[2]))['traces'][0]['events']
        assert [(e['name'], e['data']) for e in events] == [(e['name'], e['data']) for e in whole], len(events)
        END
        """#)
    #expect(result.status == 0, "\(result.everything)")
    #expect(result.output.contains(" frames"), "\(result.everything)")
  }

  /// The members that draft-ietf-quic-qlog-quic-events-02 asks for, in the captures of QUIC's own tests, with the secrets and without.
  @Test func documentsFollowTheDrafts() throws {
    let folder = Repository.file("Tests/QUICTests/Fixtures")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".pcap.gz") }
    #expect(names.count > 5)
    let result = try Shell.run(
      #"""
      cat >$folder/check.py <<'END'
      import json, sys
      document = json.load(open(sys.argv[1]))
      number = lambda v: isinstance(v, (int, float)) and not isinstance(v, bool)
      text = lambda v: isinstance(v, str)
      count = lambda v: isinstance(v, int) and not isinstance(v, bool) and v >= 0
      frames = {
        'padding': {'payload_length': count}, 'ping': {}, 'ack': {'ack_delay': number, 'acked_ranges': lambda v: all(len(r) == 2 and r[0] <= r[1] for r in v)},
        'reset_stream': {'stream_id': count, 'error_code': count, 'final_size': count}, 'stop_sending': {'stream_id': count, 'error_code': count},
        'crypto': {'offset': count, 'length': count}, 'new_token': {'token': text}, 'stream': {'stream_id': count, 'offset': count, 'length': count, 'fin': lambda v: isinstance(v, bool)},
        'max_data': {'maximum': count}, 'max_stream_data': {'stream_id': count, 'maximum': count}, 'max_streams': {'stream_type': text, 'maximum': count},
        'data_blocked': {'limit': count}, 'stream_data_blocked': {'stream_id': count, 'limit': count}, 'streams_blocked': {'stream_type': text, 'limit': count},
        'new_connection_id': {'sequence_number': count, 'retire_prior_to': count, 'connection_id': text}, 'retire_connection_id': {'sequence_number': count},
        'path_challenge': {'data': text}, 'path_response': {'data': text}, 'connection_close': {'error_space': text, 'raw_error_code': count},
        'handshake_done': {}, 'datagram': {'length': count}, 'unknown': {}, 'ack_frequency': {}, 'immediate_ack': {}, 'reset_stream_at': {}}
      types = {'initial', 'handshake', '0RTT', '1RTT', 'retry', 'version_negotiation', 'stateless_reset', 'unknown'}
      assert document['qlog_version'] == '0.3' and document['qlog_format'] == 'JSON' and document['traces'], document.keys()
      for trace in document['traces']:
        assert trace['vantage_point']['type'] == 'network' and trace['vantage_point']['flow'] in ('client', 'server')
        assert trace['common_fields']['time_format'] == 'relative' and number(trace['common_fields']['reference_time'])
        for event in trace['events']:
          assert number(event['time']) and ':' in event['name'] and isinstance(event['data'], dict), event
          data = event['data']
          if event['name'].startswith('transport:packet_'):
            assert data['header']['packet_type'] in types and count(data['raw']['length']), event
            for frame in data.get('frames', []):
              for key, check in frames[frame['frame_type']].items(): assert check(frame[key]), frame
          if event['name'] == 'recovery:metrics_updated': assert data['min_rtt'] <= data['latest_rtt'] and data['smoothed_rtt'] >= 0, event
          if event['name'] == 'transport:parameters_set': assert data['owner'] in ('local', 'remote'), event
      END
      for capture in \#(names.map { folder + "/" + $0 }.joined(separator: " ")); do
        # A connection that was refused has no secrets.
        secrets=${capture%.pcap.gz}.keys
        for keys in $([ ! -s $secrets ] || echo --keys=$secrets) ""; do
          for flow in client server; do
            $headwind export qlog -r $capture $keys --flow $flow > $folder/x.qlog || { echo "$capture $keys: no qlog"; exit 1; }
            python3 $folder/check.py $folder/x.qlog || { echo "$capture $keys"; exit 1; }
          done
        done
      done
      """#, tools: ["python3": "python3"])
    #expect(result.status == 0, "\(result.everything)")
  }
}
