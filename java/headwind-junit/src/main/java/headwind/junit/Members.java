package headwind.junit;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The members of a flat JSON object, as the link writes connections and exchanges: strings, numbers, booleans and null. */
final class Members {
  private final Map<String, String> values = new HashMap<>();
  private final String json;
  private int at;

  Members(String json) {
    this.json = json;
    expect('{');
    while (peek() != '}') {
      String name = string();
      expect(':');
      String value = peek() == '"' ? string() : word();
      if (value != null) values.put(name, value);
      if (peek() == ',') at++;
    }
  }

  /** The text of a value; null if it is null or absent. */
  String text(String name) {
    return values.get(name);
  }

  Integer number(String name) {
    String value = values.get(name);
    return value == null ? null : Integer.valueOf(value);
  }

  int count(String name) {
    Integer number = number(name);
    return number == null ? 0 : number;
  }

  boolean flag(String name) {
    return "true".equals(values.get(name));
  }

  /** Seconds since 1970 with nine decimals. */
  Instant time(String name) {
    String value = values.get(name);
    if (value == null) return null;
    BigDecimal seconds = new BigDecimal(value);
    long whole = seconds.longValue();
    return Instant.ofEpochSecond(whole, seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue());
  }

  private char peek() {
    while (at < json.length() && json.charAt(at) == ' ') at++;
    if (at == json.length()) throw malformed();
    return json.charAt(at);
  }

  private void expect(char character) {
    if (peek() != character) throw malformed();
    at++;
  }

  private String word() {
    int start = at;
    while (at < json.length() && ",}".indexOf(json.charAt(at)) < 0) at++;
    String word = json.substring(start, at).strip();
    return word.equals("null") ? null : word;
  }

  private String string() {
    expect('"');
    StringBuilder text = new StringBuilder();
    while (at < json.length() && json.charAt(at) != '"') {
      char character = json.charAt(at++);
      text.append(character == '\\' ? escaped() : character);
    }
    if (at++ >= json.length()) throw malformed();
    return text.toString();
  }

  private char escaped() {
    if (at == json.length()) throw malformed();
    char kind = json.charAt(at++);
    switch (kind) {
      case 'b': return '\b';
      case 'f': return '\f';
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case 'u':
        if (at + 4 > json.length()) throw malformed();
        at += 4;
        return (char) Integer.parseInt(json.substring(at - 4, at), 16);
      default: return kind;
    }
  }

  private LinkException malformed() {
    return new LinkException("the link's answer is not understood: " + json);
  }
}
