package dev.sluice.ingest.reset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.ingest.TestingTopics;
import dev.sluice.ingest.reset.ResetPlan.ResetRefusedException;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.Reset;
import dev.sluice.topics.progress.TestingProgress;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.Forget;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@ExtendWith(SharedBroker.class)
class DumpResetIT {
  private static final String DUMP = TestingIngest.UNIT.directoryDump();
  private static final String UNIT = TestingIngest.UNIT.id();
  private static final int MAX_RECORD_BYTES = 4 << 20;

  @TempDir private static Path input;
  private static EmbeddedBroker broker;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  private static TestingTopics topics(String prefix) throws Exception {
    return new TestingTopics(broker, TestingIngest.of(input).withPrefix(prefix));
  }

  private static DumpReset reset(TestingTopics topics, String prefix) {
    return new DumpReset(
        topics.connection(),
        TestingIngest.of(input).withPrefix(prefix).settings().topics(),
        TestingIngest.PARTITIONS,
        MAX_RECORD_BYTES,
        true,
        true,
        (unit, other) -> false);
  }

  /** Paths of 37 characters: those of a unit of 30,000 files take more than a mebibyte. */
  private static UnitFiles files(int count) {
    return new UnitFiles(
        UNIT,
        IntStream.range(0, count)
            .mapToObj(i -> new ListedFile("%s/%06d.parquet".formatted(UNIT, i), i, 1, "tail"))
            .toList());
  }

  private static UnitProgress progress(boolean ended, int files) {
    Counters counters = new Counters();
    counters.add(new Counters.Key(DUMP, Counters.NO_BUCKET, Counters.ROWS), 7);
    return new UnitProgress(UNIT, files, 0, new TreeMap<>(), counters.nested(), ended, "test");
  }

  private static void tell(TestingTopics topics, int files, boolean ended) {
    Map<String, Object> large = Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_RECORD_BYTES);
    try (Producer<byte[], byte[]> producer = topics.connection().producer(large)) {
      topics.log().records(files(files)).forEach(producer::send);
      producer.send(topics.log().record(progress(ended, files)));
    }
  }

  @Test
  void shouldForgetADumpOfVeryManyFiles() throws Exception {
    TestingTopics topics = topics("many");
    tell(topics, 30_000, true);

    String id = reset(topics, "many").send(ResetRequest.ofDump(DUMP));

    ProgressState known = topics.log().readToEnd();
    assertThat(known.reset(DUMP).map(Reset::sent)).contains(true);
    assertThat(known.units()).isEmpty();
    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      assertThat(partition).hasSize(1);
      Forget forget = Forget.parse(partition.get(0).value());
      assertThat(forget.reset()).isEqualTo(id);
      assertThat(forget.units()).hasSize(1);
    }
  }

  @Test
  void shouldChangeNothingWhereARecordWouldBeTooLarge() throws Exception {
    TestingTopics topics = topics("more");
    tell(topics, 30_000, false);
    DumpReset small =
        new DumpReset(
            topics.connection(),
            TestingIngest.of(input).withPrefix("more").settings().topics(),
            TestingIngest.PARTITIONS,
            1 << 20,
            true,
            true,
            (unit, other) -> false);

    assertThatThrownBy(() -> small.send(ResetRequest.ofDump(DUMP)))
        .isInstanceOfSatisfying(
            ResetRefusedException.class,
            e -> assertThat(e.reason()).isEqualTo(ResetRefusedException.Reason.TOO_LARGE))
        .hasMessageContainingAll(
            UNIT, "at most 1,048,576 bytes", "finish reading these units first");

    assertThat(topics.log().readToEnd().reset(DUMP)).isEmpty();
    assertThat(topics.log().readToEnd().units()).hasSize(1);
    reset(topics, "more").send(ResetRequest.ofDump(DUMP));
    assertThat(topics.log().readToEnd().units()).isEmpty();
  }

  /** A reset that was killed before it sent anything. */
  @Test
  void shouldContinueWithAResetThatWasBegun() throws Exception {
    TestingTopics topics = topics("begun");
    tell(topics, 30_000, true);
    try (Producer<byte[], byte[]> producer = topics.connection().producer(Map.of())) {
      producer.send(topics.log().record(Reset.started(DUMP, "r1", new TreeMap<>())));
    }

    assertThat(reset(topics, "begun").send(ResetRequest.ofDump(DUMP))).isEqualTo("r1");
    assertThat(topics.log().readToEnd().openReset()).isEmpty();
  }

  @Test
  void shouldReportAHundredDumpsOfTwentyThousandFilesInASmallRecord() throws Exception {
    TestingProgress known = new TestingProgress();
    List<ListedFile> files = files(20_000).files();
    for (int i = 0; i < 110; i++) {
      known.read(new UnitPlan(new Unit("data/" + DUMP, i + 1), files), true, DUMP);
    }

    ResetPlan plan =
        ResetPlan.of(known.state(), ResetRequest.ofDump(DUMP), true, (unit, other) -> false);
    assertThat(plan.units()).hasSize(110);
    assertThat(new Forget(DUMP, "r1", 0, plan.units()).encode()).hasSizeLessThan(32 << 10);
  }
}
