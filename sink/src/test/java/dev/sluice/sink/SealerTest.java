package dev.sluice.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.output.InputLists;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.Making;
import dev.sluice.storage.output.Making.Input;
import dev.sluice.storage.output.Making.UnitEntry;
import dev.sluice.storage.output.Manifests.CounterMismatchException;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.Reset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealerTest {
  private static final String DUMP = TestingRecords.DUMP;
  private static final String OTHER = "CC-MAIN-2024-18";
  private static final List<Input> FILES = List.of(new Input("a.parquet", 7L));
  private static final String VERSION = "set-v1.0-20260206.json";

  @TempDir Path root;
  private TestingSink sink;

  @BeforeEach
  void setUp() {
    sink = TestingSink.in(root);
  }

  /** Everything up to the end of the n-th unit, in one partition. */
  private static TestingRecords units(TopicPartition partition, int units) {
    TestingRecords records = new TestingRecords(partition);
    for (int unit = 1; unit <= units; unit++) {
      String id = "data/" + DUMP + "#" + unit;
      records.inUnit(id).document(DUMP, "text " + unit).marker(id);
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
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      end(in, partition, units);
    }
  }

  private static Sealer sealer(TestingSink in) {
    return new Sealer(in.settings(), new CutLogs(in.settings()), List::of);
  }

  @Test
  void shouldWriteNothingBeforeTheLastPartitionHasEnded() throws IOException {
    for (TopicPartition partition : TestingSink.curatedPartitions().subList(0, 3)) {
      end(sink, partition, 1);
    }

    sealer(sink).seal(List.of(unit(1)));
    sealer(sink).sealAll();

    assertThat(sink.contents("_sluice/dumps")).isEmpty();
    assertThat(root.resolve(VERSION)).doesNotExist();
    assertThat(root.resolve("ATTRIBUTION.md")).doesNotExist();
  }

  @Test
  void shouldWriteManifestVersionAndAttribution() throws IOException {
    endEverywhere(sink, 1);

    sealer(sink).seal(List.of(unit(1)));

    assertThat(Files.readAllBytes(root.resolve("_sluice/dumps/CC-MAIN-2024-10.json")))
        .isEqualTo(
            Json.write(
                new CutLogs(sink.settings())
                    .manifests()
                    .of(DUMP, InputLists.of(sink.settings().layout()))));
    assertThat(root.resolve("ATTRIBUTION.md")).hasContent("attribution");
    VersionRecord version = Json.read(root.resolve(VERSION), VersionRecord.class);
    assertThat(version.totalRecords()).isEqualTo(4);
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldClearAwayWhatAKilledSinkHasLeftInTheMiddleOfAManifest() throws IOException {
    endEverywhere(sink, 1);
    Path half = sink.settings().publication().temporaryName("CC-MAIN-2024-10.json");
    Files.createDirectories(half.getParent());
    Files.writeString(half, "{");

    sealer(sink).sealAlone();

    assertThat(sink.contents("_sluice/dumps"))
        .containsOnlyKeys("_sluice/dumps/CC-MAIN-2024-10.json");
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldLeaveFilesAloneThatAreAsTheyShouldBe() throws IOException {
    endEverywhere(sink, 1);
    Sealer sealer = sealer(sink);
    sealer.seal(List.of(unit(1)));
    Object manifest = key("_sluice/dumps/CC-MAIN-2024-10.json");
    Object version = key(VERSION);

    sealer.sealAll();
    sealer.seal(List.of(unit(1)));

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
    sealer(sink).seal(List.of(unit(1)));
    SortedMap<String, String> sealed = sink.contents(".");

    for (String lost :
        List.of("_sluice/dumps/CC-MAIN-2024-10.json", "ATTRIBUTION.md", VERSION, "README.md")) {
      Files.delete(root.resolve(lost));
      sealer(sink).sealAll();

      assertThat(sink.contents(".")).as("without %s", lost).isEqualTo(sealed);
    }
  }

  @Test
  void shouldLookThroughTheSameRecordsOnce() throws IOException {
    endEverywhere(sink, 1);
    Sealer sealer = sealer(sink);
    sealer.sealAll();
    SortedMap<String, String> sealed = sink.contents(".");
    Files.delete(root.resolve(VERSION));

    sealer.sealAll();
    assertThat(root.resolve(VERSION)).doesNotExist();

    endEverywhere(sink, 2);
    sealer.sealAll();
    assertThat(sink.contents(".")).containsKeys(sealed.keySet().toArray(String[]::new));
  }

  private Path manifest() {
    return sink.settings().layout().manifest(DUMP);
  }

  @Test
  void shouldWriteAManifestAgainThatIsNotAsItWasWritten() throws IOException {
    endEverywhere(sink, 1);
    sealer(sink).sealAll();
    byte[] sealed = Files.readAllBytes(manifest());
    for (String other : List.of("{}", new String(sealed, UTF_8).replace('1', '2'))) {
      Files.writeString(manifest(), other);

      sealer(sink).sealAll();

      assertThat(manifest()).hasBinaryContent(sealed);
    }
  }

  /** The unit of another dump was never sealed, so it must not be listed as sealed. */
  @Test
  void shouldSealAtAStartWhatAnotherSinkLeftOut() throws IOException {
    endEverywhere(sink, 1);
    Sealer sealer = sealer(sink);
    sealer.sealAll();
    String other = "data/" + OTHER + "#1";
    String later = unit(2);
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      TestingRecords records = units(partition, 1).inUnit(other).document(OTHER, "text");
      records.marker(other).inUnit(later).document(DUMP, "text").marker(later);
      TestingSink.feed(sink.open(partition), records.all());
    }

    sealer.seal(List.of(later));
    assertThat(sink.settings().layout().manifest(OTHER)).doesNotExist();
    sealer(sink).sealAll();

    assertThat(sink.settings().layout().manifest(OTHER)).exists();
  }

  @Test
  void shouldSealAtAStartWhatHasEndedSince() throws IOException {
    endEverywhere(sink, 1);
    sealer(sink).sealAll();
    String other = "data/" + OTHER + "#1";
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      TestingRecords records = units(partition, 1).inUnit(other).document(OTHER, "text");
      TestingSink.feed(sink.open(partition), records.marker(other).all());
    }

    sealer(sink).sealAll();

    assertThat(sink.settings().layout().manifest(OTHER)).exists();
  }

  /** One that was late with what it knew, and was killed before it looked again. */
  @Test
  void shouldWriteAManifestAgainThatAnotherSinkHasOverwritten() throws IOException {
    endEverywhere(sink, 1);
    Sealer sealer = sealer(sink);
    sealer.sealAll();
    byte[] late = Files.readAllBytes(manifest());
    endEverywhere(sink, 2);
    sealer.seal(List.of(unit(2)));
    byte[] sealed = Files.readAllBytes(manifest());
    Files.write(manifest(), late);
    String other = "data/" + OTHER + "#1";
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      TestingRecords records = units(partition, 2).inUnit(other).document(OTHER, "text");
      TestingSink.feed(sink.open(partition), records.marker(other).all());
    }
    sealer.seal(List.of(other));

    sealer(sink).sealAll();

    assertThat(manifest()).hasBinaryContent(sealed);
  }

  /** The first sink has read its records before the other one cuts and seals, and writes after. */
  @Test
  void shouldLeaveWhatAnotherSinkHasWrittenWhoKnewMore() throws IOException {
    endEverywhere(sink, 1);
    List<Long> totals = new ArrayList<>();
    Sealer slow =
        new Sealer(
            sink.settings(),
            new CutLogs(sink.settings()),
            List::of,
            units -> {
              if (totals.isEmpty()) {
                sealByAnother(2);
              }
              totals.add(totalRecords());
              return units.stream().collect(Collectors.toMap(unit -> unit, unit -> FILES));
            },
            new SinkGauge());

    slow.seal(List.of(unit(1)));

    assertThat(totals).containsExactly(8L, 8L);
    assertThat(totalRecords()).isEqualTo(8);
  }

  private void sealByAnother(int units) {
    try {
      endEverywhere(sink.withInstance("fast"), units);
      sealer(sink.withInstance("fast")).sealAll();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private long totalRecords() {
    try {
      return Json.read(root.resolve(VERSION), VersionRecord.class).totalRecords();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void assertRefused(String... message) throws IOException {
    assertThatThrownBy(() -> sealer(sink).seal(List.of(unit(1))))
        .isInstanceOf(CounterMismatchException.class)
        .hasMessageContainingAll(message);
    assertThat(sink.contents("_sluice/dumps")).isEmpty();
    assertThat(root.resolve(VERSION)).doesNotExist();
    assertThatThrownBy(() -> sealer(sink).sealAll()).isInstanceOf(CounterMismatchException.class);
  }

  @Test
  void shouldRefuseToSealWhenTheTopologyCountedLessThanIngestSent() throws IOException {
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      TestingRecords records = new TestingRecords(partition).inUnit(unit(1)).document(DUMP, "text");
      TestingSink.feed(sink.open(partition), records.marker(unit(1), 5, records.all()).all());
    }

    assertRefused(unit(1) + ": ingest sent 5 rows of CC-MAIN-2024-10, but the topology counted 4");
  }

  @Test
  void shouldRefuseToSealWhenADocumentWasWrittenToACuratedTopicByAnother() throws IOException {
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      TestingRecords records = units(partition, 1);
      List<ConsumerRecord<byte[], byte[]>> all = records.all();
      TestingRecords doubled = new TestingRecords(partition);
      doubled.add(all.get(0).key(), all.get(0).value());
      if (partition.equals(TestingSink.partition(1))) {
        doubled.add(all.get(0).key(), all.get(0).value());
      }
      TestingSink.feed(sink.open(partition), doubled.add(all.get(1).value()).all());
    }

    assertRefused(
        unit(1) + " in test.curated.4.0-1",
        "the topology kept 1 rows of CC-MAIN-2024-10, but the shards hold 2");
  }

  @Test
  void shouldRefuseToSealWhenACutRecordHasLostAFile() throws IOException {
    endEverywhere(sink, 1);
    tamper("\"rows\" : 1,", "\"rows\" : 0,");

    assertRefused("test.curated.4.0-0: cut 1 took 1 rows, but its files hold 0");
  }

  @Test
  void shouldRefuseToSealWhenAMarkerSaysOtherTotalsThanAnother() throws IOException {
    endEverywhere(sink, 1);
    tamper("\"rows\" : 4,", "\"rows\" : 3,");

    assertRefused(
        unit(1)
            + " in test.curated.4.0-0: according to its own marker, ingest read 3 rows and sent 4",
        "according to the marker of another partition, ingest read 4 rows and sent 4");
  }

  @Test
  void shouldWriteNothingUntilAResetHasForgottenWhatDoesNotAddUp() throws IOException {
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      TestingSink.feed(sink.open(partition), withOtherDump(partition, "r1").all().subList(0, 4));
    }
    tamper("\"rows\" : 1,", "\"rows\" : 0,");
    Reset started = Reset.started(DUMP, "r1", new TreeMap<>(Map.of("data/" + DUMP, 1)));
    Reset sent = sent(DUMP, "r1", 1, unit(1));
    Reset other = sent(OTHER, "r2", 1, "data/" + OTHER + "#1");
    Reset later = sent(OTHER, "r3", 2, "data/" + DUMP + "#2");

    for (Reset reset : List.of(started, other, later)) {
      assertThatThrownBy(() -> sealer(sink, reset).sealAll())
          .isInstanceOf(CounterMismatchException.class)
          .hasMessageContaining("reset --dump");
    }
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      sealer(sink, sent).sealAll();
      assertThat(sink.contents("_sluice/dumps")).isEmpty();
      TestingSink.feed(sink.open(partition), withOtherDump(partition, "r1").all());
    }
    sealer(sink, sent).sealAll();

    assertThat(sink.contents("_sluice/dumps").keySet())
        .containsExactly("_sluice/dumps/" + OTHER + ".json");
    assertThat(sink.contents("en").keySet()).hasSize(4).allMatch(path -> path.contains(OTHER));
  }

  /** Nothing was deleted, and the reset needs sinks, which start only if all shards are gone. */
  @Test
  void shouldNotCallShardsUndeletedWhileAResetIsInProgress() throws IOException {
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      TestingSink.feed(sink.open(partition), withOtherDump(partition, "r1").all());
    }
    tamper(2, "\"rows\" : 1,", "\"rows\" : 0,");
    Reset other = sent(OTHER, "r2", 2, "data/" + OTHER + "#1");

    assertThat(sealer(sink, other).remaining()).isEmpty();
    assertThat(sink.contents("en").keySet()).as("of both dumps").hasSize(8);
  }

  private static Reset sent(String dump, String id, int generation, String unit) {
    SortedMap<String, Integer> generations = new TreeMap<>(Map.of("data/" + DUMP, generation));
    return new Reset(dump, id, true, generations, new TreeSet<>(Set.of(unit)));
  }

  private static TestingRecords withOtherDump(TopicPartition partition, String reset) {
    String unit = "data/" + OTHER + "#1";
    return units(partition, 1)
        .inUnit(unit)
        .document(OTHER, "text")
        .marker(unit)
        .forget(reset, DUMP, unit(1));
  }

  /** Knows that every file has seven bytes. */
  private Sealer sealerWithSizes() {
    return new Sealer(
        sink.settings(),
        new CutLogs(sink.settings()),
        List::of,
        units -> units.stream().collect(Collectors.toMap(unit -> unit, unit -> FILES)),
        new SinkGauge());
  }

  private static Sealer sealer(TestingSink in, Reset reset) {
    return new Sealer(in.settings(), new CutLogs(in.settings()), () -> List.of(reset));
  }

  private void tamper(String from, String to) throws IOException {
    tamper(1, from, to);
  }

  private void tamper(int cut, String from, String to) throws IOException {
    Path record = root.resolve("_sluice/cuts/test.curated.4.0/0/%d.json".formatted(cut));
    String json = Files.readString(record);
    assertThat(json).contains(from);
    Files.writeString(record, json.replace(from, to));
  }

  @Test
  void shouldSealWithoutARunningSink() throws IOException {
    endEverywhere(sink, 1);
    sealerWithSizes().sealAll();
    SortedMap<String, String> sealed = sink.contents(".");
    Files.delete(manifest());

    ProgressLog notAsked = new ProgressLog(new KafkaConnection("localhost:1", Map.of()), "none");
    ShardSink.seal(notAsked, sink.settings(), new CutLogs(sink.settings()));

    assertThat(sink.contents(".")).isEqualTo(sealed);
  }

  @Test
  void shouldRecordWhatIsNeededToMakeTheOutputAgain() throws IOException {
    endEverywhere(sink, 1);
    sealerWithSizes().seal(List.of(unit(1)));

    Making made = Json.read(root.resolve(VERSION), VersionRecord.class).made();
    assertThat(made.program()).isEqualTo("1.2.3");
    assertThat(made.partitions()).isEqualTo(2);
    assertThat(made.content()).containsEntry("sampling.seed", "42");
    assertThat(made.inTurn()).isTrue();
    assertThat(made.units().list()).extracting(UnitEntry::unit).containsExactly(unit(1));
    assertThat(made.units().list().get(0).inputs()).isEqualTo(FILES);
    assertThat(made.shards().list()).hasSize(4);
  }

  /** Evidence and signatures of another host may be visible late on a network file system. */
  @Test
  void shouldRecordKeptGroupsAsTheSignaturesSayWhetherOrNotTheEvidenceIsVisible()
      throws IOException {
    TestingSink near = sink.withNearDedup();
    endEverywhere(near, 2);
    TestingSignatures files = TestingSignatures.of(near.settings(), root.resolve("tmp"));
    files.allKeeping(unit(1), "directory:data");
    assertThatThrownBy(() -> sealer(near).seal(Set.of(unit(1))))
        .isInstanceOf(IOException.class)
        .matches(error -> IoRetry.canMend((IOException) error))
        .hasMessageContaining("no file of signatures of unit " + unit(2));
    assertThat(root.resolve(VERSION)).doesNotExist();
    files.allKeeping(unit(2));
    sealer(near).seal(Set.of(unit(1)));
    assertThat(VersionRecord.read(root, "set", "1.0").orElseThrow().made().units().list())
        .extracting(UnitEntry::keptGroups)
        .containsExactly(List.of("directory:data"), List.of());
  }

  /** What is recorded must not depend on which seals a process has made itself. */
  @Test
  void shouldRecordTheSameAfterEachSealAsFromScratch() throws IOException {
    Sealer sealer = sealerWithSizes();
    for (int units = 1; units <= 3; units++) {
      endEverywhere(sink, units);
      if (units != 2) { // which another process seals
        sealer.seal(List.of(unit(units)));
      } else {
        sealerWithSizes().sealAll();
      }
      byte[] record = Files.readAllBytes(root.resolve(VERSION));
      byte[] card = Files.readAllBytes(root.resolve("README.md"));
      Files.delete(root.resolve(VERSION));
      Files.delete(root.resolve("README.md"));
      sealerWithSizes().sealAll();
      assertThat(root.resolve(VERSION)).hasBinaryContent(record);
      assertThat(root.resolve("README.md")).hasBinaryContent(card);
    }
  }

  @Test
  void shouldKeepACardThatItDidNotWrite() throws IOException {
    endEverywhere(sink, 1);
    Path card = root.resolve("README.md");
    Files.writeString(card, "Mine.");
    sealer(sink).seal(List.of(unit(1)));
    assertThat(card).hasContent("Mine.");

    Files.delete(card);
    sealer(sink).sealAll();
    assertThat(card).content().startsWith("---\n# Generated by Sluice").contains("| 4.0 |");
    String before = Files.readString(card);
    endEverywhere(sink, 2);
    sealer(sink).seal(List.of(unit(2)));
    assertThat(Files.readString(card)).isNotEqualTo(before).startsWith("---\n# Generated");
  }

  @Test
  void shouldEndTheSameWhereSinksSealAtTheSameTime() throws Exception {
    int units = 40;
    TestingSink alone = sink.withRoot(root.resolve("alone"));
    endEverywhere(alone, units);
    sealer(alone).sealAll();
    TestingSink together = sink.withRoot(root.resolve("together"));
    CyclicBarrier start = new CyclicBarrier(TestingSink.curatedPartitions().size() + 1);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
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
                TestingSink.accept(writer, record).forEach(ended -> seal(sealer, ended.unit()));
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    return null;
  }

  private static void seal(Sealer sealer, String unit) {
    try {
      sealer.seal(List.of(unit));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
