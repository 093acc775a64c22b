package dev.sluice.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A server of S3: S3Proxy on a directory, as a process of its own. With the profile {@code s3} of
 * this module; that is a download of 55 MB from Maven Central, so that it is asked for.
 */
final class S3Server implements AutoCloseable {
  private static final String KEY = "identity";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int POLL_MILLIS = 50;

  private final Process process;
  private final int port;

  private S3Server(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** The server's program, where it was asked for. */
  static Optional<Path> program() {
    Path directory = Repository.file("it/target/s3proxy");
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jar")).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts it.
   *
   * @param directory holds a directory for each bucket
   * @param latencyMillis before each answer
   */
  static S3Server start(Path directory, int latencyMillis) throws IOException {
    int port = freePort();
    Path settings =
        Files.writeString(
            Files.createTempFile("s3proxy-", ".conf"),
            """
            s3proxy.endpoint=http://127.0.0.1:%d
            s3proxy.authorization=aws-v2-or-v4
            s3proxy.identity=%s
            s3proxy.credential=%s
            s3proxy.latency-blobstore=%s
            s3proxy.latency-blobstore.*.latency=%d
            jclouds.provider=filesystem-nio2
            jclouds.filesystem.basedir=%s
            """
                .formatted(port, KEY, KEY, latencyMillis > 0, latencyMillis, directory));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-Xmx256m",
                "-jar",
                program().orElseThrow().toString(),
                "--properties",
                settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(Files.createTempFile("s3proxy-", ".log").toFile())
            .start();
    awaitAnswer(process, port);
    return new S3Server(process, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitAnswer(Process process, int port) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (process.isAlive() && System.nanoTime() < deadline) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException e) {
        pause();
      }
    }
    throw new IllegalStateException("S3Proxy does not answer at port " + port);
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A client of it. */
  S3Client client() {
    return S3Client.builder()
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .endpointOverride(URI.create(environment().get("AWS_ENDPOINT_URL_S3")))
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, KEY)))
        .build();
  }

  /** What a program needs in its environment to use it. */
  Map<String, String> environment() {
    return Map.of(
        "AWS_ENDPOINT_URL_S3",
        "http://127.0.0.1:" + port,
        "AWS_ACCESS_KEY_ID",
        KEY,
        "AWS_SECRET_ACCESS_KEY",
        KEY,
        "AWS_REGION",
        "us-east-1",
        "AWS_EC2_METADATA_DISABLED",
        "true");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
