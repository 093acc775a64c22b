package dev.sluice.objects.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.objects.ObjectVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Goes once through what is asked of S3, so that a JVM can keep the classes that this loads: the
 * SDK has some 3,000. Asks a server in this process, which keeps nothing and gives every request
 * the answer of its kind.
 */
public final class S3Rehearsal {
  private static final String TAG = "\"tag\"";
  private static final byte[] BODY = "rehearsed".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LIST =
      """
      <ListBucketResult><Name>bucket</Name>
      <Contents><Key>key</Key><ETag>"tag"</ETag><Size>9</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
      </ListBucketResult>
      """
          .getBytes(StandardCharsets.UTF_8);

  private static final Map<String, String> CREDENTIALS =
      Map.of("aws.accessKeyId", "rehearsal", "aws.secretAccessKey", "rehearsal");

  private S3Rehearsal() {}

  /**
   * Makes one request of each kind.
   *
   * @param file a small file to write
   */
  public static void run(Path file) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", S3Rehearsal::answer);
    server.start();
    CREDENTIALS.forEach(System::setProperty);
    try {
      String endpoint = "http://127.0.0.1:" + server.getAddress().getPort();
      request(new S3Store("bucket", Map.of("AWS_ENDPOINT_URL_S3", endpoint)), file);
    } finally {
      CREDENTIALS.keySet().forEach(System::clearProperty);
      server.stop(0);
    }
  }

  private static void request(S3Store store, Path file) throws IOException {
    store.create("key", file, "0".repeat(64));
    store.list("");
    store.sizesBelow("");
    ObjectVersion version = store.head("key").orElseThrow();
    store.read("key", version, 0, BODY.length);
    store.sha256("key");
    store.delete("key");
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("ETag", TAG);
      exchange.getResponseHeaders().set("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT");
      switch (exchange.getRequestMethod()) {
        case "GET" -> {
          boolean isObject = exchange.getRequestURI().getPath().endsWith("/key");
          byte[] body = isObject ? BODY : LIST;
          exchange.sendResponseHeaders(isObject ? 206 : 200, body.length);
          exchange.getResponseBody().write(body);
        }
        case "HEAD" -> {
          exchange.getResponseHeaders().set("Content-Length", Integer.toString(BODY.length));
          exchange.sendResponseHeaders(200, -1);
        }
        case "DELETE" -> exchange.sendResponseHeaders(204, -1);
        default -> exchange.sendResponseHeaders(200, -1);
      }
    }
  }
}
