package dev.sluice.ingest.watch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Unit;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.ingest.BackPressure;
import dev.sluice.ingest.TestingSources;
import dev.sluice.ingest.TestingTopics;
import dev.sluice.ingest.reset.DumpReset;
import dev.sluice.ingest.reset.ResetRequest;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.settings.SluiceConfig.IngestConfig.WatchSettings;
import dev.sluice.topics.progress.Reset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@ExtendWith(SharedBroker.class)
class DumpWatchIT {
  private static final String DUMP = TestingIngest.UNIT.directoryDump();
  private static final Unit AGAIN = new Unit(TestingIngest.UNIT.name(), 2);
  private static final Unit OTHER = new Unit("data/CC-MAIN-2024-18", 1);

  private static final TestingSources.Row ROW =
      TestingSources.Row.of("id", "A text that is kept.", 4.5);

  @TempDir private Path input;

  @Test
  void shouldWaitForAResetAndReadAgainWhatItForgot(EmbeddedBroker broker) throws Exception {
    TestingIngest ingest = TestingIngest.of(input).withPrefix("watched");
    TestingTopics topics = new TestingTopics(broker, ingest);
    DumpWatch watch =
        new DumpWatch(
            topics.log(),
            ingest.settings(),
            new WatchSettings(Duration.ZERO, Duration.ZERO, "_FILES"),
            Set.of());
    write(TestingIngest.UNIT);
    topics.stage().read(awaitNext(watch, TestingIngest.UNIT), BackPressure.NONE, "test");
    watch.refresh();
    write(OTHER);
    awaitNext(watch, OTHER);

    begin(topics, Reset.started(DUMP, "r1", new TreeMap<>()));
    assertThat(watch.next()).isEmpty();
    new DumpReset(
            topics.connection(),
            ingest.settings().topics(),
            TestingIngest.PARTITIONS,
            4 << 20,
            true,
            true,
            (unit, other) -> false)
        .send(ResetRequest.ofDump(DUMP));
    awaitNext(watch, AGAIN, OTHER);
  }

  /** As in a run, in which both units are planned at once. */
  @Test
  void shouldRequireIdsOfADumpBesideOneThatHasThem(EmbeddedBroker broker) throws Exception {
    TestingIngest ingest = TestingIngest.of(input).withPrefix("ids");
    write(TestingIngest.UNIT);
    write(OTHER);
    Path renamed = input.resolve(OTHER.name()).resolve("0.parquet");
    String bytes = Files.readString(renamed, ISO_8859_1);
    Files.writeString(renamed, bytes.replace("\u0002id", "\u0002ix"), ISO_8859_1);
    DumpWatch watch =
        new DumpWatch(
            new TestingTopics(broker, ingest).log(),
            ingest.settings(),
            new WatchSettings(Duration.ZERO, Duration.ZERO, "_FILES"),
            Set.of());

    assertThat(awaitNext(watch, TestingIngest.UNIT, OTHER)).allMatch(UnitPlan::needsIds);
  }

  private void write(Unit unit) throws Exception {
    TestingSources.write(input.resolve(unit.name()).resolve("0.parquet"), List.of(ROW), 60);
  }

  private static void begin(TestingTopics topics, Reset reset) {
    try (Producer<byte[], byte[]> producer = topics.connection().producer(Map.of())) {
      producer.send(topics.log().record(reset));
    }
  }

  /** Looks until these units are to be read, and nothing else. */
  private static List<UnitPlan> awaitNext(DumpWatch watch, Unit... units) throws Exception {
    List<UnitPlan> next = watch.next();
    while (!next.stream().map(UnitPlan::unit).toList().equals(List.of(units))) {
      assertThat(next).allMatch(plan -> plan.unit().equals(OTHER));
      next = watch.next();
    }
    return next;
  }
}
