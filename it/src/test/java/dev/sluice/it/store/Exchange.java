package dev.sluice.it.store;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A request, on its way to the store and back. */
final class Exchange {
  private static final Duration DELAY = Duration.ofMillis(1500);
  private static final String PASSING = "HTTP/1.1 1";
  private static final int BODILESS = 204;
  private static final int TAKEN = 412;

  private final Socket client;
  private final InetSocketAddress store;
  private final StoreRequest request;

  Exchange(Socket client, InetSocketAddress store, StoreRequest request) {
    this.client = client;
    this.store = store;
    this.request = request;
  }

  /** As without this proxy. */
  void forward() throws IOException {
    send(askStore());
  }

  /** What the store answers. */
  private HttpMessage askStore() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(store);
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      request.message().writeTo(out);
      InputStream in = socket.getInputStream();
      byte[] head = head(in);
      while (new String(head, StandardCharsets.ISO_8859_1).startsWith(PASSING)) {
        head = head(in);
      }
      return hasBody(head) ? HttpMessage.withBody(head, in) : HttpMessage.of(head);
    }
  }

  private static byte[] head(InputStream in) throws IOException {
    return HttpMessage.readHead(in).orElseThrow(EOFException::new);
  }

  private boolean hasBody(byte[] head) {
    return !request.method().equals("HEAD") && status(head) != BODILESS;
  }

  private static int status(byte[] head) {
    return Integer.parseInt(HttpMessage.of(head).firstLine().split(" ")[1]);
  }

  private void send(HttpMessage answer) throws IOException {
    answer.writeTo(client.getOutputStream());
  }

  /** Answers in place of the store. */
  void answer(HttpMessage forged) throws IOException {
    send(request.method().equals("HEAD") ? HttpMessage.of(forged.head()) : forged);
  }

  void say(String text) throws IOException {
    OutputStream out = client.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
    close();
  }

  void cut() throws IOException {
    HttpMessage answer = askStore();
    OutputStream out = client.getOutputStream();
    if (answer.body().length == 0) {
      out.write(answer.head(), 0, answer.head().length / 2);
    } else {
      out.write(answer.head());
      out.write(answer.body(), 0, answer.body().length / 2);
    }
    out.flush();
    close();
  }

  void loseAnswer() throws IOException {
    askStore();
    reset();
  }

  /** What is refused because the key is taken is said to be written. */
  void overwrite() throws IOException {
    HttpMessage answer = askStore();
    send(status(answer.head()) == TAKEN ? Forgery.written() : answer);
  }

  void delay() throws IOException {
    LockSupport.parkNanos(DELAY.toNanos());
    forward();
  }

  /** Until the client gives up. */
  void stall() throws IOException {
    while (client.getInputStream().read() >= 0) {
      continue;
    }
  }

  void reset() throws IOException {
    client.setSoLinger(true, 0);
    close();
  }

  void close() throws IOException {
    client.close();
  }
}
