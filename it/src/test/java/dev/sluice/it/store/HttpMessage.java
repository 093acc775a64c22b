package dev.sluice.it.store;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A message of HTTP 1.1, byte for byte: signatures are over the head as it was sent.
 *
 * @param head with the empty line at its end
 * @param body as it was transferred
 */
record HttpMessage(byte[] head, byte[] body) {
  private static final String LINE_END = "\r\n";
  private static final String HEAD_END = LINE_END + LINE_END;

  static HttpMessage of(byte[] head) {
    return new HttpMessage(head, new byte[0]);
  }

  /** Reads a head; empty if nothing comes any more. */
  static Optional<byte[]> readHead(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!endsHead(head)) {
      int next = in.read();
      if (next < 0) {
        return Optional.empty();
      }
      head.write(next);
    }
    return Optional.of(head.toByteArray());
  }

  private static boolean endsHead(ByteArrayOutputStream head) {
    return head.size() >= HEAD_END.length()
        && head.toString(StandardCharsets.ISO_8859_1).endsWith(HEAD_END);
  }

  /** Reads the body that a head announces: by its length, or in chunks. */
  static HttpMessage withBody(byte[] head, InputStream in) throws IOException {
    HttpMessage message = of(head);
    if (message.header("transfer-encoding").filter("chunked"::equalsIgnoreCase).isPresent()) {
      return new HttpMessage(head, chunks(in));
    }
    int length = message.header("content-length").map(Integer::parseInt).orElse(0);
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException();
    }
    return new HttpMessage(head, body);
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (true) {
      String size = line(in, all);
      int length = Integer.parseInt(size.split(";")[0].strip(), 16);
      all.write(in.readNBytes(length));
      if (length > 0) {
        line(in, all);
        continue;
      }
      while (!line(in, all).isEmpty()) {
        continue; // trailers
      }
      return all.toByteArray();
    }
  }

  private static String line(InputStream in, ByteArrayOutputStream copy) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (!line.toString(StandardCharsets.ISO_8859_1).endsWith(LINE_END)) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException();
      }
      line.write(next);
    }
    copy.write(line.toByteArray());
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }

  private List<String> lines() {
    return new String(head, StandardCharsets.ISO_8859_1).lines().toList();
  }

  String firstLine() {
    return lines().get(0);
  }

  /** The value of a field; its name in lower case. */
  Optional<String> header(String name) {
    return lines().stream()
        .skip(1)
        .filter(line -> isField(line, name))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst();
  }

  private static boolean isField(String line, String name) {
    return line.toLowerCase(Locale.ROOT).startsWith(name + ":");
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(head);
    out.write(body);
    out.flush();
  }
}
