// What a packet's color says, for somebody who debugs a client: what failed comes first, then what cost time, then the protocol.

const failures = new Set(['lost', 'corrupted', 'reset']);
const delays = new Set([
  'retransmission', 'fast_retransmission', 'spurious_retransmission', 'out_of_order', 'duplicate_ack', 'lost_segment', 'zero_window', 'window_full',
  'duplicated', 'reordered',
]);
/** The rules that only a packet's kind decides. */
const ofKind = {http: 'message', tls: 'message', dns: 'lookup', opening: 'connection', closing: 'connection', tcp: 'segment', udp: 'datagram', icmp: 'network', arp: 'network'};

/** What the link did, in words. What TCP's analysis found is in the words of a row. */
export const linkWords = {lost: 'lost', corrupted: 'corrupted', duplicated: 'duplicated', reordered: 'reordered'};

/** The rules in their order, with what the legend calls them. */
export const colorRules = [
  ['failure', 'Lost, damaged, reset or refused'], ['delay', 'Repeated or held up'], ['message', 'HTTP and TLS'], ['lookup', 'Name lookup'],
  ['connection', 'Beginning or end of a connection'], ['segment', 'Other TCP'], ['datagram', 'Other UDP'], ['network', 'ICMP and ARP'],
];

/** The first rule that holds for a packet. */
export function colorRule({kind}, marks) {
  if (kind === 'reset' || kind === 'icmp_error' || marks?.some(mark => failures.has(mark))) return 'failure';
  if (marks?.some(mark => delays.has(mark))) return 'delay';
  return ofKind[kind] ?? 'other';
}
