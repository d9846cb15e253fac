/** Why a test could not use its link, and what to do about it. */
export class LinkError extends Error {}

/** Whether the tests run on a link. */
export const isOnLink: boolean;

/** A TCP connection, as the client's end of the link saw it. Times are seconds since the test began. */
export interface Connection {
  stream: number;
  /** `abandoned`: the client has no socket for it any more. */
  state: "opening" | "open" | "closing" | "closed" | "abandoned";
  /** Whether the client has finished with it. */
  over: boolean;
  clientAddress: string;
  clientPort: number;
  serverAddress: string;
  serverPort: number;
  syns: number;
  opened: number;
  connected: number | null;
  firstSent: number | null;
  lastSent: number | null;
  firstReceived: number | null;
  last: number;
  sentBytes: number;
  receivedBytes: number;
  clientEnd: "fin" | "rst" | null;
  clientEnded: number | null;
  serverEnd: "fin" | "rst" | null;
  serverEnded: number | null;
}

/** An HTTP request and what came of it. Times are seconds since the test began. */
export interface Exchange {
  number: number;
  stream: number;
  method: string | null;
  target: string | null;
  url: string | null;
  status: number | null;
  version: string | null;
  tls: string | null;
  http2Stream: number | null;
  http3Stream: number | null;
  /** complete, open, abandoned, unanswered ...: the words of docs/exports.md. */
  outcome: string;
  began: number | null;
  requestSent: number | null;
  responseStarted: number | null;
  ended: number | null;
  requestBytes: number | null;
  responseBytes: number | null;
}

export interface Traffic {
  sentPackets: number;
  sentBytes: number;
  receivedPackets: number;
  receivedBytes: number;
}

export class Link {
  /** Waits until no other test has the link, and takes it. `onLink` does this for you. */
  static open(name?: string): Promise<Link>;
  /** Puts a profile in force, given by its name or the path of a file. It also heals a cut. */
  switch(profile: string, options?: {
    /** What happens to the packets that wait for the bandwidth: `rerate` sends them at the new one. */
    queued?: "keep" | "rerate" | "drop";
  }): Promise<void>;
  /**
   * Lets a profile follow, or `rebind`, `link-down` or `link-up`: when an event is seen on the wire (`syn`, `request`,
   * `response-started`, `4 KB down`, `http "GET /search*"`), or after some seconds. After `duration`, what was in force comes back.
   */
  follow(profile: string, moment: { when?: string; after?: number; duration?: number }): Promise<void>;
  /** Drops all packets, in both directions, until `heal` or `switch`. */
  cut(): Promise<void>;
  heal(): Promise<void>;
  /** Maps each of the client's ports to another one, like a NAT that has lost its mappings. */
  rebind(): Promise<void>;
  /** Takes the carrier of the client's interface away. */
  takeDown(): Promise<void>;
  takeUp(): Promise<void>;
  /** Restores the state in which the link was created. */
  reset(): Promise<void>;
  /** Writes a text into the capture and the timeline. */
  mark(text: string): Promise<void>;
  status(): Promise<Record<string, string>>;
  profile(): Promise<string>;
  isCut(): Promise<boolean>;
  /** The TCP connections that were opened since the test began, or on which the client sent something. */
  connections(): Promise<Connection[]>;
  /** The HTTP exchanges that began since the test began. */
  exchanges(): Promise<Exchange[]>;
  traffic(): Promise<Traffic>;
  /** What happened on the wire and to the link, one line per event. */
  timeline(): Promise<string[]>;
  /** Waits until an event is seen on the wire (10 s by default), and says whether it was. Events since the test began count. */
  sees(event: string, limit?: { within?: number }): Promise<boolean>;
  /** Waits until the client has closed all connections of the test, and says whether it has (0 s by default). */
  allClosed(limit?: { within?: number }): Promise<boolean>;
  /** Writes the packets since the test began to a pcapng file. */
  capture(file: string): Promise<void>;
  /** Puts the conditions of an earlier status in force again. */
  restore(status: Record<string, string>): Promise<void>;
  /** Lets others have the link. */
  close(): Promise<void>;
}

type Body = (link: Link, ...context: any[]) => unknown;

/** Makes a function for `test` of node:test, Vitest or Jest, whose body has the link for itself. */
export function onLink(profile: string, body: Body): (...context: any[]) => Promise<void>;
export function onLink(body: Body): (...context: any[]) => Promise<void>;
