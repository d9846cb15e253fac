// What a packet's color says, for somebody who debugs a client: what failed comes first, then what cost time, then the protocol.

const failures = new Set(['lost', 'corrupted', 'reset']);
const delays = new Set([
  'retransmission', 'fast_retransmission', 'spurious_retransmission', 'out_of_order', 'duplicate_ack', 'lost_segment', 'zero_window', 'window_full',
  'duplicated', 'reordered',
]);
/** The rules that only a packet's kind decides. */
const ofKind = {http: 'message', tls: 'message', dns: 'lookup', opening: 'connection', closing: 'connection', tcp: 'segment', udp: 'datagram', icmp: 'network', arp: 'network'};
const refusals = /unreachable|time exceeded|redirect|source quench|too big|parameter problem/i;

/** What marks say, in words: what TCP's analysis found, and what the link did. */
export const markWords = {
  retransmission: '⟲ retransmission', fast_retransmission: '⟲ fast retransmission', spurious_retransmission: '⟲ spurious retransmission',
  out_of_order: '⇅ out of order', duplicate_ack: '⧉ duplicate ACK', lost_segment: '… previous segment missing', zero_window: '▪ zero window',
  window_full: '▪ window full', keep_alive: '♥ keep-alive', reset: '⊗ reset', lost: '✕ lost here', corrupted: '✎ corrupted here',
  duplicated: '⧉ duplicated here', reordered: '⇅ reordered here',
};

/** What a kind of packet is called in the column of protocols. */
export const kindWords = {dns: 'DNS', http: 'HTTP', tls: 'TLS', tcp: 'TCP', opening: 'TCP', closing: 'TCP', reset: 'TCP', udp: 'UDP', icmp: 'ICMP', arp: 'ARP', other: ''};

/** The rules in their order, with what the legend calls them. */
export const colorRules = [
  ['failure', 'Lost, damaged, reset or refused'], ['delay', 'Repeated or held up'], ['message', 'HTTP and TLS'], ['lookup', 'Name lookup'],
  ['connection', 'Beginning or end of a connection'], ['segment', 'Other TCP'], ['datagram', 'Other UDP'], ['network', 'ICMP and ARP'],
];

/** The first rule that holds for a packet. */
export function colorRule({kind, line}, marks) {
  if (kind === 'reset' || marks?.some(mark => failures.has(mark)) || (kind === 'icmp' && refusals.test(line))) return 'failure';
  if (marks?.some(mark => delays.has(mark))) return 'delay';
  return ofKind[kind] ?? 'other';
}
