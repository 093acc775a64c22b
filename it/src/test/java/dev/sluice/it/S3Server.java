package dev.sluice.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** A server of S3 on a directory, as a process of its own. */
public final class S3Server implements AutoCloseable {
  private static final String KEY = "identity";
  private static final String SECRET = "secret-of-tests";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int POLL_MILLIS = 50;

  private final Process process;
  private final int port;
  private final S3Client client;

  private S3Server(Process process, int port) {
    this.process = process;
    this.port = port;
    this.client =
        S3Client.builder()
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .endpointOverride(URI.create(environment().get("AWS_ENDPOINT_URL_S3")))
            .forcePathStyle(true)
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, SECRET)))
            .build();
  }

  /** Skips the test if there is no program to start. */
  public static void skipIfMissing() {
    assumeTrue(
        S3Program.available().isPresent(),
        "skipped: needs S3Proxy, which mvn -Ds3 downloads (55 MB), or versitygw");
  }

  /**
   * Starts it with empty buckets, or skips the test if there is no program to start.
   *
   * @param directory is to hold a directory for each bucket
   */
  static S3Server startOrSkip(Path directory, String... buckets) throws IOException {
    skipIfMissing();
    S3Server server = start(Files.createDirectories(directory), 0);
    for (String bucket : buckets) {
      server.client.createBucket(request -> request.bucket(bucket));
    }
    return server;
  }

  /**
   * Starts it.
   *
   * @param directory holds a directory for each bucket
   * @param latencyMillis before each answer
   */
  public static S3Server start(Path directory, int latencyMillis) throws IOException {
    ClassArchive.file(); // its clients are processes, and many
    int port = FreePort.find();
    Path log = Files.createTempFile("s3-server-", ".log");
    Process process =
        new ProcessBuilder(
                S3Program.available()
                    .orElseThrow()
                    .command(directory, port, KEY, SECRET, latencyMillis))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    awaitAnswer(process, port, log);
    return new S3Server(process, port);
  }

  private static void awaitAnswer(Process process, int port, Path log) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (process.isAlive() && System.nanoTime() < deadline) {
      if (FreePort.isOpen(port)) {
        return;
      }
      pause();
    }
    throw new IllegalStateException(
        "no server of S3 answers at port " + port + ": " + Files.readString(log));
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A client of it, which it closes. */
  S3Client client() {
    return client;
  }

  /** Writes an object. */
  void put(String bucket, String key, String content) {
    client.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString(content));
  }

  /** Copies the files of a directory into a prefix, which ends with a slash. */
  void putAll(String bucket, String prefix, Path directory) {
    for (Path file : Output.walk(directory)) {
      String key = prefix + directory.relativize(file);
      client.putObject(request -> request.bucket(bucket).key(key), file);
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** What a program needs in its environment to use it. */
  public Map<String, String> environment() {
    return Map.of(
        "AWS_ENDPOINT_URL_S3",
        "http://127.0.0.1:" + port,
        "AWS_ACCESS_KEY_ID",
        KEY,
        "AWS_SECRET_ACCESS_KEY",
        SECRET,
        "AWS_REGION",
        "us-east-1",
        "AWS_EC2_METADATA_DISABLED",
        "true");
  }

  @Override
  public void close() {
    client.close();
    process.destroyForcibly();
  }
}
