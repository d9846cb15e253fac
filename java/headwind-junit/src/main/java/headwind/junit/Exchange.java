package headwind.junit;

import java.time.Instant;

/**
 * An HTTP request and what came of it. Values are null if they are not known.
 *
 * @param outcome complete, open, abandoned, unanswered ...: the words of docs/exports.md
 * @param tls the version of TLS, such as "TLS 1.3"; null in the clear
 */
public record Exchange(
    int number, int stream, String method, String target, String url, Integer status, String version, String tls,
    Integer http2Stream, Integer http3Stream, String outcome, Instant began, Instant requestSent,
    Instant responseStarted, Instant ended, Integer requestBytes, Integer responseBytes) {

  static Exchange of(String json) {
    Members m = new Members(json);
    return new Exchange(
        m.count("number"), m.count("stream"), m.text("method"), m.text("target"), m.text("url"), m.number("status"),
        m.text("version"), m.text("tls"), m.number("http2_stream"), m.number("http3_stream"), m.text("outcome"),
        m.time("began"), m.time("request_sent"), m.time("response_started"), m.time("ended"), m.number("request_bytes"),
        m.number("response_bytes"));
  }
}
