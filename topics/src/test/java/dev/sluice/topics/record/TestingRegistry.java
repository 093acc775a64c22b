package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;

/**
 * A schema registry that speaks the two calls of Confluent's REST form which are used here, keeps
 * what it is given, and can be made to answer otherwise. The black-box tests also know a real one.
 */
final class TestingRegistry implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCHEMAS = "/schemas/ids/";
  private static final int FIRST_ID = 100;

  private final HttpServer server;
  private final List<String> requests = new ArrayList<>();
  private final List<String> schemas = new ArrayList<>();
  private final List<Answer> next = new ArrayList<>();

  private record Answer(int status, String body) {}

  TestingRegistry() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** A client of it that does not wait. */
  SchemaRegistry client() {
    return client(Optional.empty());
  }

  SchemaRegistry client(Optional<String> authorization) {
    return new SchemaRegistry(
        url(), authorization, List.of(Duration.ZERO, Duration.ZERO, Duration.ZERO));
  }

  /** Each request so far: method, path, and the Authorization header if it had one. */
  synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  /** Keeps a schema; its id. */
  synchronized int add(Schema schema) {
    return add(schema.toString());
  }

  /** Keeps what may be no schema at all; its id. */
  synchronized int add(String schema) {
    if (!schemas.contains(schema)) {
      schemas.add(schema);
    }
    return FIRST_ID + schemas.indexOf(schema);
  }

  /** Answers the next request so, before any other. */
  synchronized void answerNext(int status, String body) {
    next.add(new Answer(status, body));
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    String path = exchange.getRequestURI().getRawPath();
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    requests.add(
        exchange.getRequestMethod()
            + " "
            + path
            + (authorization == null ? "" : " " + authorization));
    Answer answer = next.isEmpty() ? answer(path, body) : next.remove(0);
    byte[] bytes = answer.body.getBytes(UTF_8);
    exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Answer answer(String path, String body) throws IOException {
    if (path.startsWith("/subjects/")) {
      JsonNode schema = JSON.readTree(body).get("schema");
      return new Answer(200, "{\"id\":%d}".formatted(add(schema.textValue())));
    }
    int index = Integer.parseInt(path.substring(SCHEMAS.length())) - FIRST_ID;
    return index >= 0 && index < schemas.size()
        ? new Answer(200, JSON.writeValueAsString(Map.of("schema", schemas.get(index))))
        : new Answer(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}");
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
