// What a packet's color says: the rules of Wireshark's default coloring, in its order.
//
// The rules about HSRP, spanning tree, OSPF, SCTP, SMB, DCERPC, routing and low TTLs are left out.

const badTCP = new Set(['retransmission', 'fast_retransmission', 'spurious_retransmission', 'out_of_order', 'duplicate_ack', 'lost_segment', 'zero_window', 'window_full']);

/** What the link did, in words. What TCP's analysis found is in the words of a row. */
export const linkWords = {lost: 'lost', corrupted: 'corrupted', duplicated: 'duplicated', reordered: 'reordered'};

/** The names of the rules, for the legend. */
export const colorRules = [
  ['bad', 'Bad TCP'], ['icmperror', 'ICMP errors'], ['arp', 'ARP'], ['icmp', 'ICMP'], ['rst', 'TCP RST'], ['http', 'HTTP'], ['synfin', 'TCP SYN/FIN'], ['tcp', 'TCP'], ['udp', 'UDP'],
];

/** The rule that colors a packet. */
export function colorRule(row, marks) {
  if (marks?.some(kind => badTCP.has(kind))) return 'bad';
  const {kind} = row;
  if (kind === 'icmp_error') return 'icmperror';
  if (kind === 'icmp') return 'icmp';
  if (kind === 'arp') return 'arp';
  if (kind === 'reset') return 'rst';
  if (kind === 'http') return 'http';
  if (kind === 'opening' || kind === 'closing') return 'synfin';
  if (kind === 'tcp' || kind === 'tls') return 'tcp';
  if (kind === 'udp' || kind === 'dns') return 'udp';
  return 'other';
}
