package dev.sluice.objects.s3;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A store that takes a connection and then no more of what is sent. */
class WatchedWritesTest {
  private static final int LARGE = 32 << 20;
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "aws.accessKeyId", "any",
          "aws.secretAccessKey", "any",
          "aws.maxAttempts", "2",
          "sun.net.client.defaultReadTimeout", "500");

  @TempDir Path directory;

  private final Map<String, String> before = new HashMap<>();
  private final List<Socket> taken = new CopyOnWriteArrayList<>();
  private volatile String greeting = "";
  private ServerSocket listener;

  @BeforeEach
  void start() throws IOException {
    PROPERTIES.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
    listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::take);
    thread.setDaemon(true);
    thread.start();
  }

  private void take() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        taken.add(client);
        client.getOutputStream().write(greeting.getBytes(US_ASCII));
      } catch (IOException e) {
        continue; // closed
      }
    }
  }

  @AfterEach
  void stop() throws IOException {
    before.forEach(
        (name, value) -> {
          if (value == null) {
            System.clearProperty(name);
          } else {
            System.setProperty(name, value);
          }
        });
    listener.close();
    for (Socket client : taken) {
      client.close();
    }
  }

  @Test
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldGiveUpAStoreThatStopsReading() throws IOException {
    greeting = "HTTP/1.1 100 Continue\r\n\r\n";

    assertGivesUp(LARGE, "then no more bytes for 500 ms");
  }

  /** Before a large body, its leave is awaited; a small one fits into buffers on the way. */
  @ParameterizedTest
  @CsvSource({
    "0, Read timed out",
    "1000, Read timed out",
    LARGE + ", Read timed out|no more bytes for 500 ms"
  })
  @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldGiveUpAStoreThatSaysNothing(int bytes, String why) throws IOException {
    assertGivesUp(bytes, why);
  }

  private void assertGivesUp(int bytes, String why) throws IOException {
    Path file = Files.write(directory.resolve("shard"), new byte[bytes]);
    String endpoint = "http://127.0.0.1:" + listener.getLocalPort();
    S3Store store = new S3Store("bucket", Map.of("AWS_ENDPOINT_URL_S3", endpoint));

    assertThatThrownBy(() -> store.create("shard", file, "hash"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("s3://bucket/shard")
        .hasMessageMatching(".*(%s).*".formatted(why));
    assertThat(taken).as("attempts").hasSize(2);
  }
}
