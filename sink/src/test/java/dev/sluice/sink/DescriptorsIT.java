package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What this process holds open. */
@Timeout(180)
@Isolated
class DescriptorsIT {
  private static final String UNIT = "data/CC-MAIN-2024-10#1";

  @TempDir private Path dataDir;
  @TempDir private Path root;
  private EmbeddedBroker broker;

  @BeforeEach
  void start() {
    broker = EmbeddedBroker.start(EmbeddedBroker.Settings.in(dataDir), fault -> {});
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  @Test
  void shouldHoldFewDescriptorsForAHundredDumps() throws Exception {
    Path descriptors = Path.of("/proc/self/fd");
    assumeThat(descriptors).as("a list of this process' descriptors").exists();
    TestingTopics topics =
        new TestingTopics(broker, "hundred-dumps", List.of("2.8", "3.0", "3.5", "4.0"));
    TestingSink out =
        TestingSink.in(root.resolve("out"))
            .withMaxFileBytes(64 << 20)
            .withCutBytes(64 << 20)
            .withRowGroupBytes(8 << 10);
    SinkSettings settings = topics.provision(out);
    long before = count(descriptors);
    for (TopicPartition partition : topics.curated()) {
      TestingRecords records = new TestingRecords(partition);
      Random random = new Random(8);
      for (int i = 0; i < 600; i++) {
        records.document("CC-MAIN-" + i % 100, TestingRecords.text(random, 2000));
      }
      topics.send(records.marker(UNIT, topics.curated().size(), records.all()).all());
    }
    List<Long> counts = new ArrayList<>();
    try (ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      TestingTopics.await(
          "seal",
          () ->
              counts.add(count(descriptors))
                  && ShardSinkIT.alive(sink)
                  && ShardSinkIT.isComplete(settings, UNIT));
    }

    assertThat(out.contents("en")).hasSize(800);
    assertThat(counts).hasSizeGreaterThan(3);
    assertThat(counts).allSatisfy(count -> assertThat(count - before).isLessThan(100));
    assertThat(counts).allSatisfy(count -> assertThat(count).isLessThan(1024));
  }

  private static long count(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }
}
