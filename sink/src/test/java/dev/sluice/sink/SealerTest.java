package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.VersionRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealerTest {
  private static final String DUMP = TestingRecords.DUMP;
  private static final String VERSION = "set-v1.0-20260206.json";

  @TempDir Path root;
  private TestingSink sink;

  @BeforeEach
  void setUp() {
    sink = TestingSink.in(root);
  }

  private static List<TopicPartition> partitions() {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : TestingSink.TOPICS.curated()) {
      for (int partition = 0; partition < 2; partition++) {
        partitions.add(new TopicPartition(topic, partition));
      }
    }
    return partitions;
  }

  /** Everything up to the end of the n-th unit, in one partition. */
  private static TestingRecords units(TopicPartition partition, int units) {
    TestingRecords records = new TestingRecords(partition);
    for (int unit = 1; unit <= units; unit++) {
      records.document(DUMP, "text " + unit).marker("data/" + DUMP + "#" + unit);
    }
    return records;
  }

  private static String unit(int number) {
    return "data/" + DUMP + "#" + number;
  }

  private static void end(TestingSink in, TopicPartition partition, int units) throws IOException {
    TestingSink.feed(in.open(partition), units(partition, units).all());
  }

  private static void endEverywhere(TestingSink in, int units) throws IOException {
    for (TopicPartition partition : partitions()) {
      end(in, partition, units);
    }
  }

  private static Sealer sealer(TestingSink in) {
    return new Sealer(in.settings(), new CutLogs(in.settings()));
  }

  @Test
  void shouldWriteNothingBeforeTheLastPartitionHasEnded() throws IOException {
    for (TopicPartition partition : partitions().subList(0, 3)) {
      end(sink, partition, 1);
    }

    sealer(sink).seal(unit(1));
    sealer(sink).sealAll();

    assertThat(sink.contents("_sluice/dumps")).isEmpty();
    assertThat(root.resolve(VERSION)).doesNotExist();
    assertThat(root.resolve("ATTRIBUTION.md")).doesNotExist();
  }

  @Test
  void shouldWriteManifestVersionAndAttribution() throws IOException {
    endEverywhere(sink, 1);

    sealer(sink).seal(unit(1));

    assertThat(Files.readAllBytes(root.resolve("_sluice/dumps/CC-MAIN-2024-10.json")))
        .isEqualTo(Json.write(new CutLogs(sink.settings()).manifests().of(DUMP)));
    assertThat(root.resolve("ATTRIBUTION.md")).hasContent("attribution");
    VersionRecord version = Json.read(root.resolve(VERSION), VersionRecord.class);
    assertThat(version.totalRecords()).isEqualTo(4);
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldLeaveFilesAloneThatAreAsTheyShouldBe() throws IOException {
    endEverywhere(sink, 1);
    Sealer sealer = sealer(sink);
    sealer.seal(unit(1));
    Object manifest = key("_sluice/dumps/CC-MAIN-2024-10.json");
    Object version = key(VERSION);

    sealer.sealAll();
    sealer.seal(unit(1));

    assertThat(key("_sluice/dumps/CC-MAIN-2024-10.json")).isEqualTo(manifest);
    assertThat(key(VERSION)).isEqualTo(version);
  }

  /** Another one when a file was replaced. */
  private Object key(String file) throws IOException {
    return Files.readAttributes(
            root.resolve(file), java.nio.file.attribute.BasicFileAttributes.class)
        .fileKey();
  }

  @Test
  void shouldWriteWhatAKilledSinkLeftOut() throws IOException {
    endEverywhere(sink, 1);
    sealer(sink).seal(unit(1));
    SortedMap<String, String> sealed = sink.contents(".");

    for (String lost : List.of("_sluice/dumps/CC-MAIN-2024-10.json", "ATTRIBUTION.md", VERSION)) {
      Files.delete(root.resolve(lost));
      sealer(sink).sealAll();

      assertThat(sink.contents(".")).as("without %s", lost).isEqualTo(sealed);
    }
  }

  @Test
  void shouldSealWithoutARunningSink() throws IOException {
    endEverywhere(sink, 1);

    ShardSink.seal(sink.settings(), new CutLogs(sink.settings()));

    assertThat(root.resolve("_sluice/dumps/CC-MAIN-2024-10.json")).exists();
    assertThat(root.resolve(VERSION)).exists();
  }

  @Test
  void shouldEndTheSameWhereSinksSealAtTheSameTime() throws Exception {
    int units = 40;
    TestingSink alone = sink.withRoot(root.resolve("alone"));
    endEverywhere(alone, units);
    sealer(alone).sealAll();
    TestingSink together = sink.withRoot(root.resolve("together"));
    CyclicBarrier start = new CyclicBarrier(partitions().size() + 1);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (TopicPartition partition : partitions()) {
      TestingSink instance = together.withInstance(partition.toString());
      instance.settings().publication().clear();
      tasks.add(() -> endAndSeal(instance, partition, units, start));
    }
    tasks.add(
        () -> {
          start.await();
          for (int i = 0; i < units; i++) {
            sealer(together.withInstance("restarting")).sealAll();
          }
          return null;
        });

    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    for (Future<Void> task : threads.invokeAll(tasks)) {
      task.get();
    }
    threads.shutdown();

    assertThat(together.contents("_sluice/dumps")).isEqualTo(alone.contents("_sluice/dumps"));
    assertThat(together.root().resolve(VERSION))
        .hasSameBinaryContentAs(alone.root().resolve(VERSION));
  }

  private static Void endAndSeal(
      TestingSink instance, TopicPartition partition, int units, CyclicBarrier start)
      throws Exception {
    Sealer sealer = sealer(instance);
    PartitionSink writer = instance.open(partition);
    start.await();
    units(partition, units)
        .all()
        .forEach(
            record -> {
              try {
                writer.accept(record).forEach(ended -> seal(sealer, ended.unit()));
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    return null;
  }

  private static void seal(Sealer sealer, String unit) {
    try {
      sealer.seal(unit);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
