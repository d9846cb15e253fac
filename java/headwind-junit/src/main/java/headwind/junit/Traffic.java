package headwind.junit;

/** The packets that the client sent and received, and their bytes. */
public record Traffic(int sentPackets, long sentBytes, int receivedPackets, long receivedBytes) {}
