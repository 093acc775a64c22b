package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * A schema registry. With the profile {@code registry} of this module it is Apicurio, in its mode
 * that is compatible with Confluent's, as a process of its own; that is a download of 142 MB from
 * Maven Central, so that it is asked for. Else it is {@link TestingRegistry}.
 */
final class Registry implements AutoCloseable {
  private static final String LISTENING = "Listening on: ";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int POLL_MILLIS = 100;

  private final String url;
  private final Runnable stop;

  private Registry(String url, Runnable stop) {
    this.url = url;
    this.stop = stop;
  }

  /** Starts it, empty. */
  static Registry start() {
    Optional<Path> apicurio = apicurio();
    if (apicurio.isPresent()) {
      return startApicurio(apicurio.get());
    }
    TestingRegistry testing = new TestingRegistry(true);
    return new Registry(testing.url(), testing::close);
  }

  private static Optional<Path> apicurio() {
    Path directory = Repository.file("it/target/apicurio");
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith("-runner.jar")).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Registry startApicurio(Path jar) {
    try {
      Path log = Files.createTempFile("apicurio-", ".log");
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      ProcessBuilder builder =
          new ProcessBuilder(java, "-Xmx256m", "-jar", jar.toString())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().put("QUARKUS_HTTP_HOST", "127.0.0.1");
      builder.environment().put("QUARKUS_HTTP_PORT", "0");
      Process process = builder.start();
      return new Registry(address(process, log) + "/apis/ccompat/v7", process::destroyForcibly);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String address(Process process, Path log) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    String told = "";
    while (!told.contains(LISTENING)) {
      try {
        if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
          process.destroyForcibly();
          throw new AssertionError("Apicurio does not start:\n" + told);
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      told = Files.readString(log, UTF_8);
    }
    return told.substring(told.indexOf(LISTENING) + LISTENING.length()).split("\\s", 2)[0];
  }

  /** What {@code topics.registry-url} takes. */
  String url() {
    return url;
  }

  /** The schema of an id, as anybody would ask for it. */
  Schema schema(int id) {
    URI address = URI.create(url + "/schemas/ids/" + id);
    try {
      String answer =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
              .body();
      String schema = new ObjectMapper().readTree(answer).path("schema").asText();
      return new Schema.Parser().parse(schema);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    stop.run();
  }
}
