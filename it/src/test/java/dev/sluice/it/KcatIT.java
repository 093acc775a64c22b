package dev.sluice.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What kcat, which shares no code with Kafka's own clients, sees of the topics. */
@Timeout(180)
class KcatIT {
  private static final List<String> BUCKETS = List.of("2.8", "3.0", "3.5", "4.0");

  @TempDir private Path directory;
  private Roles roles;

  @BeforeEach
  void start() {
    assumeTrue(isInstalled(), "skipped: there is no kcat");
    Job job =
        Job.of(Undisturbed.source(), directory.resolve("output"), "--set", "kafka.partitions=2");
    roles = Roles.of(directory, job);
  }

  @AfterEach
  void stop() {
    if (roles != null) {
      roles.close();
    }
  }

  private static boolean isInstalled() {
    try {
      return new ProcessBuilder("kcat", "-V").redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The headers of each committed record of a topic; markers of Sluice's own have none. */
  private List<Map<String, String>> headers(String topic) {
    try {
      Process process =
          new ProcessBuilder(
                  "kcat", "-q", "-C", "-e", "-b", roles.servers(), "-t", topic, "-f", "%h\\n")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String out = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor()).isZero();
      return out.lines().filter(line -> !line.isEmpty()).map(KcatIT::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> parse(String line) {
    Map<String, String> headers = new TreeMap<>();
    for (String header : line.split(",")) {
      String[] parts = header.split("=", 2);
      headers.put(parts[0], parts[1]);
    }
    return headers;
  }

  @Test
  void shouldSeeDumpScoreAndBucketOfEveryDocument() {
    Program streams = roles.start("streams", "a");
    roles.start("ingest", "a").await().with(0);
    Map<String, Long> expected = new TreeMap<>();
    Undisturbed.output()
        .kept()
        .forEach((bucketAndDump, rows) -> expected.put(bucketAndDump, (long) rows.size()));
    streams.awaitThat("all documents", () -> counts().equals(expected));

    for (String bucket : BUCKETS) {
      assertThat(headers("sluice.curated." + bucket))
          .isNotEmpty()
          .allSatisfy(
              headers -> {
                assertThat(headers).containsOnlyKeys("bucket", "dump", "score");
                assertThat(headers).containsEntry("bucket", bucket);
                assertThat(Double.parseDouble(headers.get("score")))
                    .isGreaterThanOrEqualTo(Double.parseDouble(bucket));
              });
    }
  }

  private Map<String, Long> counts() {
    return BUCKETS.stream()
        .flatMap(bucket -> headers("sluice.curated." + bucket).stream())
        .collect(
            Collectors.groupingBy(
                headers -> headers.get("bucket") + "/" + headers.get("dump"),
                TreeMap::new,
                Collectors.counting()));
  }
}
