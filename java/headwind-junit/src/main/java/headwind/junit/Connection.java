package headwind.junit;

import java.time.Instant;

/**
 * A TCP connection, as the client's end of the link saw it. Times are null if they are not known.
 *
 * @param stream its number from 0, as tcp.stream in Wireshark
 * @param state opening, open, closing, closed, or abandoned: the client has no socket for it any more
 * @param over whether the client has finished with it
 * @param clientEnd how the client closed it: fin, rst or null
 * @param serverEnd how the server closed it: fin, rst or null
 */
public record Connection(
    int stream, String state, boolean over, String clientAddress, int clientPort, String serverAddress, int serverPort,
    int syns, Instant opened, Instant connected, Instant firstSent, Instant lastSent, Instant firstReceived, Instant last,
    int sentBytes, int receivedBytes, String clientEnd, Instant clientEnded, String serverEnd, Instant serverEnded) {

  static Connection of(String json) {
    Members m = new Members(json);
    return new Connection(
        m.count("stream"), m.text("state"), m.flag("over"), m.text("client_address"), m.count("client_port"),
        m.text("server_address"), m.count("server_port"), m.count("syns"), m.time("opened"), m.time("connected"),
        m.time("first_sent"), m.time("last_sent"), m.time("first_received"), m.time("last"), m.count("sent_bytes"),
        m.count("received_bytes"), m.text("client_end"), m.time("client_ended"), m.text("server_end"),
        m.time("server_ended"));
  }
}
