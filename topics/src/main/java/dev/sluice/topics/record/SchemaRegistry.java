package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaParseException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of a schema registry with Confluent's REST API. It can only register and look up
 * schemas.
 *
 * <p>If the registry does not respond, a request is repeated after 1, 2 and 4 seconds; a refused
 * request is not repeated. Redirects are not followed, because they might send credentials
 * elsewhere. Thread-safe; caches nothing.
 */
public final class SchemaRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaRegistry.class);
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final String TYPE = "application/vnd.schemaregistry.v1+json";
  private static final int MAX_REASON_CHARS = 200;

  /**
   * The timeout of a request. Four attempts with their pauses take less time than a transaction may
   * stay open.
   */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final List<Duration> PAUSES =
      List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));

  private static final int OK = 200;
  private static final int SERVER_ERRORS = 500;
  private static final Set<Integer> RETRIABLE = Set.of(408, 425, 429);
  private static final Set<Integer> UNAUTHORIZED = Set.of(401, 403, 407);

  /** The HTTP status codes for an id that is unknown or invalid. */
  private static final Set<Integer> NO_SUCH_ID = Set.of(404, 400, 422);

  private final URI url;
  private final Optional<String> authorization;
  private final List<Duration> pauses;
  private final HttpClient client;

  /** A failure that may be temporary, so the request is repeated. */
  private static final class SilenceException extends IOException {
    private static final long serialVersionUID = 1L;

    SilenceException(String message) {
      super(message);
    }
  }

  /**
   * Creates a client of a registry. No request is sent.
   *
   * @param url http or https address to which {@code /subjects} and {@code /schemas} are appended
   * @param authorization value of the Authorization header, if required
   */
  public SchemaRegistry(URI url, Optional<String> authorization) {
    this(url, authorization, PAUSES);
  }

  SchemaRegistry(URI url, Optional<String> authorization, List<Duration> pauses) {
    this.url = URI.create(url.toString().replaceFirst("/+$", ""));
    this.authorization = authorization;
    this.pauses = List.copyOf(pauses);
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
  }

  /** Returns the registry's address. */
  public URI url() {
    return url;
  }

  /**
   * Registers a schema under its full name. A topic has several kinds of records.
   *
   * @return its id, which is the same at every call
   * @throws RegistrySilentException if the registry does not respond
   * @throws RegistryRefusedException if it refuses the schema
   */
  public int register(Schema schema) {
    String subject = schema.getFullName();
    String body = JSON.createObjectNode().put("schema", schema.toString()).toString();
    HttpResponse<String> response =
        send(
            request("/subjects/" + URLEncoder.encode(subject, UTF_8) + "/versions")
                .header("Content-Type", TYPE)
                .POST(BodyPublishers.ofString(body)));
    JsonNode id = json(response).path("id");
    if (response.statusCode() != OK || !id.isInt()) {
      throw refused("does not register " + subject, response);
    }
    return id.intValue();
  }

  /**
   * Returns the schema with an id, or empty if the registry does not know it.
   *
   * @throws MalformedRecordException if it is not an Avro schema
   * @throws RegistrySilentException if the registry does not respond
   * @throws RegistryRefusedException if it refuses the request
   */
  Optional<Schema> schema(int id) throws MalformedRecordException {
    if (id < 0) {
      return Optional.empty();
    }
    HttpResponse<String> response = send(request("/schemas/ids/" + id).GET());
    if (NO_SUCH_ID.contains(response.statusCode())) {
      return Optional.empty();
    }
    JsonNode body = json(response);
    if (response.statusCode() != OK || !body.path("schema").isTextual()) {
      throw refused("does not return schema " + id, response);
    }
    try {
      return Optional.of(new Schema.Parser().parse(body.get("schema").textValue()));
    } catch (SchemaParseException e) {
      throw new MalformedRecordException(
          "the schema with id %s is not a valid Avro schema: %s"
              .formatted(Integer.toUnsignedString(id), e.getMessage()),
          e);
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(TIMEOUT)
            .header("Accept", TYPE + ", application/json");
    authorization.ifPresent(value -> request.header("Authorization", value));
    return request;
  }

  private HttpResponse<String> send(HttpRequest.Builder builder) {
    HttpRequest request = builder.build();
    Iterator<Duration> wait = pauses.iterator();
    while (true) {
      try {
        return sendOnce(request);
      } catch (IOException e) {
        if (!wait.hasNext()) {
          throw new RegistrySilentException(
              "the schema registry at %s does not respond (%s)".formatted(url, reason(e)), e);
        }
        pause(wait.next(), e);
      } catch (InterruptedException e) {
        throw new InterruptException(e);
      }
    }
  }

  private HttpResponse<String> sendOnce(HttpRequest request)
      throws IOException, InterruptedException {
    HttpResponse<String> response;
    try {
      response = client.send(request, BodyHandlers.ofString());
    } catch (SSLHandshakeException e) {
      throw new RegistryRefusedException(
          "the TLS handshake with the schema registry at %s failed: one side does not trust the certificate of the other (%s)"
              .formatted(url, reason(e)),
          false);
    }
    int status = response.statusCode();
    if (status >= SERVER_ERRORS || RETRIABLE.contains(status)) {
      throw new SilenceException(describe(response));
    }
    return response;
  }

  private void pause(Duration pause, IOException error) {
    LOG.atWarn()
        .addKeyValue("url", url)
        .addKeyValue("seconds", pause.toSeconds())
        .addKeyValue("reason", reason(error))
        .log("the schema registry does not respond, retrying");
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /**
   * Describes an exception for users. Exceptions of the HTTP client often have no message, only a
   * meaningful class.
   */
  private static String reason(IOException error) {
    if (root(error) instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    if (error.getMessage() != null) {
      return error.getMessage();
    }
    return error instanceof ConnectException
        ? "connection refused"
        : root(error).getClass().getSimpleName();
  }

  private static Throwable root(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  private RegistryRefusedException refused(String what, HttpResponse<String> response) {
    boolean unauthorized = UNAUTHORIZED.contains(response.statusCode());
    return new RegistryRefusedException(
        "the schema registry at %s %s (%s)".formatted(url, what, describe(response)), unauthorized);
  }

  /** Describes a response for users. */
  private static String describe(HttpResponse<String> response) {
    String message = json(response).path("message").asText();
    String shortened =
        message.length() > MAX_REASON_CHARS ? message.substring(0, MAX_REASON_CHARS) : message;
    return "HTTP " + response.statusCode() + (shortened.isEmpty() ? "" : ": " + shortened);
  }

  /** Returns the body, or an empty object if it is not JSON. */
  private static JsonNode json(HttpResponse<String> response) {
    try {
      return JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      return JSON.valueToTree(Map.of());
    }
  }

  /**
   * Thrown if a schema registry refuses a request, or if the server at its address is not a
   * registry.
   */
  public static final class RegistryRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unauthorized;

    /**
     * Creates an exception with the registry's address and response.
     *
     * @param unauthorized whether the registry requires other credentials
     */
    public RegistryRefusedException(String message, boolean unauthorized) {
      super(message);
      this.unauthorized = unauthorized;
    }

    /** Returns whether the registry requires other credentials. */
    public boolean isUnauthorized() {
      return unauthorized;
    }
  }

  /** Thrown if a schema registry does not respond, or if it is temporarily unavailable. */
  public static final class RegistrySilentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with the registry's address and the cause. */
    public RegistrySilentException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
