package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A schema registry in this process that speaks the two calls of Confluent's REST form which are
 * used here, and keeps what it is given. See {@link Registry} for a real one.
 */
final class TestingRegistry implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SUBJECTS = "/subjects/";
  private static final String SCHEMAS = "/schemas/ids/";

  private final HttpServer server;
  private final List<String> schemas = new ArrayList<>();
  private final boolean letsIn;

  private record Answer(int status, Map<String, Object> body) {}

  /**
   * @param letsIn whether anybody is let in
   */
  TestingRegistry(boolean letsIn) {
    this.letsIn = letsIn;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    Answer answer =
        letsIn
            ? answer(exchange.getRequestURI().getPath(), body)
            : new Answer(401, Map.of("error_code", 40101, "message", "who are you?"));
    byte[] bytes = JSON.writeValueAsBytes(answer.body);
    exchange.sendResponseHeaders(answer.status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Answer answer(String path, String body) throws IOException {
    if (path.startsWith(SUBJECTS)) {
      String schema = JSON.readTree(body).get("schema").textValue();
      if (!schemas.contains(schema)) {
        schemas.add(schema);
      }
      return new Answer(200, Map.of("id", schemas.indexOf(schema) + 1));
    }
    if (!path.startsWith(SCHEMAS)) {
      return new Answer(404, Map.of("error_code", 404, "message", "Not Found"));
    }
    int id = Integer.parseInt(path.substring(SCHEMAS.length()));
    return id >= 1 && id <= schemas.size()
        ? new Answer(200, Map.of("schema", schemas.get(id - 1)))
        : new Answer(404, Map.of("error_code", 40403, "message", "Schema not found"));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
