package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.PermanentException;
import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.output.CompactionLog;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.VersionRecord;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactorTest {
  private static final long SMALL = 12 << 10;
  private static final int UNITS = 6;
  private static final long SEED = 7;
  private static final String VERSION = "set-v1.0-20260206.json";

  /** An output as it was written, and as it is compacted: tests change copies. */
  @TempDir private static Path shared;

  private static TestingSink written;
  private static TestingSink compacted;
  private static List<MergedShard> merges;

  @TempDir Path directory;

  @BeforeAll
  static void write() throws Exception {
    written = sink(shared.resolve("written"));
    TestingOutput.write(written, UNITS, SEED);
    compacted = copy(written, shared.resolve("compacted"));
    compact(compacted);
    merges = compactions(compacted).get(0).merges();
    assertThat(merges).hasSizeGreaterThan(3);
  }

  private static TestingSink sink(Path root) {
    return TestingSink.in(root).withMaxFileBytes(24 << 10);
  }

  private static TestingSink copy(TestingSink of, Path root) throws IOException {
    TestingSink copy = of.withRoot(root);
    TestingOutput.copy(of.root(), copy.root());
    return copy;
  }

  private TestingSink sink(String name) {
    return sink(directory.resolve(name));
  }

  private TestingSink copyOfWritten(String name) throws IOException {
    return copy(written, directory.resolve(name));
  }

  private static Compactor compactor(TestingSink in) {
    return compactor(in, Long.MAX_VALUE);
  }

  private static Compactor compactor(TestingSink in, long roundBytes) {
    SinkSettings settings = in.withInstance("compact").settings();
    return new Compactor(settings, new CutLogs(settings), roundBytes, false, () -> {});
  }

  /** One that knows of no lock that ends with a process, as in an object store. */
  private static Compactor unlocked(TestingSink in, long roundBytes) {
    SinkSettings settings = in.settings();
    return new Compactor(settings, new CutLogs(settings), roundBytes, true, () -> {});
  }

  private static Compactor.Result compact(TestingSink in) throws Exception {
    return compactor(in).run(SMALL, (done, of) -> {});
  }

  private static List<Compaction> compactions(TestingSink in) throws IOException {
    return new CompactionLog(in.settings().layout()).read();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "3, false", "4, false"})
  void shouldKeepRowsInOrderAndContinueLikeAnOutputThatWasNotCompacted(long seed, boolean byDump)
      throws Exception {
    TestingSink plain = byDump ? sink("plain") : sink("plain").withoutDumps();
    TestingOutput.write(plain, UNITS, seed);
    SortedMap<String, List<String>> rows = TestingOutput.rows(plain);
    TestingSink sink = plain.withRoot(directory.resolve("compacted"));
    TestingOutput.copy(plain.root(), sink.root());
    int before = sink.contents("en").size();

    Compactor.Result result = compact(sink);

    assertThat(TestingOutput.rows(sink)).isEqualTo(rows);
    assertThat(result.merged()).isPositive();
    assertThat(result.mergedBytes()).isLessThan(result.bytes());
    assertThat(sink.contents("en")).hasSize(before - result.shards() + result.merged());
    assertThat(sink.contents("en").keySet())
        .containsExactlyInAnyOrderElementsOf(TestingOutput.list(sink));
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
    for (CutFile file : new CutLogs(sink.settings()).manifests().shards()) {
      assertThat(Files.size(sink.root().resolve(file.path())))
          .isEqualTo(file.bytes())
          .isLessThanOrEqualTo(sink.maxFileBytes());
    }

    SortedMap<String, String> once = TestingOutput.contents(sink);
    assertThat(compact(sink)).isEqualTo(new Compactor.Result(0, 0, 0, 0));
    assertThat(TestingOutput.contents(sink)).isEqualTo(once);

    TestingOutput.write(plain, UNITS + 2, seed);
    TestingOutput.write(sink, UNITS + 2, seed);
    assertSameRows(sink, plain);
    compact(sink);
    assertSameRows(sink, plain);
    assertThat(sink.contents("en").keySet())
        .containsExactlyInAnyOrderElementsOf(TestingOutput.list(sink));
  }

  @ParameterizedTest
  @ValueSource(strings = {"score", "id", "text", "score,dump", "dump,id", "text,score"})
  void shouldMergeShardsOfAnyColumns(String columns) throws Exception {
    TestingSink small = sink("small").withColumns(List.of(columns.split(",")));
    TestingOutput.write(small, UNITS, SEED);
    SortedMap<String, List<String>> rows = TestingOutput.rows(small);

    Compactor.Result result = compact(small);

    assertThat(result.merged()).isPositive();
    assertThat(TestingOutput.rows(small)).isEqualTo(rows);
    assertThat(small.contents("en").keySet())
        .containsExactlyInAnyOrderElementsOf(TestingOutput.list(small));
  }

  /** Where partitions have different numbers of shards, later ones may have ranks between. */
  private static void assertSameRows(TestingSink one, TestingSink other) throws Exception {
    SortedMap<String, List<String>> rows = TestingOutput.rows(one);
    SortedMap<String, List<String>> expected = TestingOutput.rows(other);
    assertThat(rows.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (place, here) -> assertThat(rows.get(place)).containsExactlyInAnyOrderElementsOf(here));
  }

  @Test
  void shouldListTheNewShardsInManifestsAndVersion() throws Exception {
    TestingSink sink = copyOfWritten("out");
    Path manifest = sink.root().resolve("_sluice/dumps/CC-MAIN-2024-10.json");
    DumpManifest before = Json.read(manifest, DumpManifest.class);
    long rows = Json.read(sink.root().resolve(VERSION), VersionRecord.class).totalRecords();

    compact(sink);

    DumpManifest after = Json.read(manifest, DumpManifest.class);
    assertThat(after.counters()).isEqualTo(before.counters());
    assertThat(after.textBytes()).isEqualTo(before.textBytes());
    assertThat(after.units()).isEqualTo(before.units());
    DumpManifest.BucketPart bucket = after.buckets().get("4.0");
    assertThat(bucket.files()).hasSizeLessThan(before.buckets().get("4.0").files().size());
    assertThat(bucket.files().stream().mapToLong(DumpManifest.FilePart::rows).sum())
        .isEqualTo(bucket.counts().kept());
    assertThat(Json.read(sink.root().resolve(VERSION), VersionRecord.class).totalRecords())
        .isEqualTo(rows);
  }

  @Test
  void shouldLeaveLargeShardsAndUnitsThatAreNotComplete() throws Exception {
    TestingSink sink = copyOfWritten("out");
    TopicPartition first = TestingOutput.partitions().get(0);
    TestingSink.feed(sink.open(first), TestingOutput.records(first, UNITS + 1, SEED).all());

    assertThat(compactor(sink).plan(1).merged()).isZero();
    CompactionPlan plan = compactor(sink).plan(Long.MAX_VALUE);

    assertThat(plan.merges())
        .isNotEmpty()
        .allSatisfy(
            merge -> {
              assertThat(merge.bytes()).isLessThanOrEqualTo(sink.maxFileBytes());
              assertThat(merge.shards()).noneMatch(s -> s.units().contains(unit(UNITS + 1)));
              assertThat(directories(merge)).hasSize(1);
            });
  }

  /** Else a dump could only be forgotten with others. */
  private static Set<String> directories(CompactionPlan.Merge merge) {
    Set<String> directories = new TreeSet<>();
    merge
        .shards()
        .forEach(shard -> shard.units().forEach(u -> directories.add(u.replaceAll("#.*", ""))));
    return directories;
  }

  private static String unit(int number) {
    return TestingOutput.unit(number);
  }

  /** The states between the two that a kill may leave. */
  private final class Killed {
    private int copies;

    /** After so many merged shards had their names. */
    TestingSink published(int shards) throws IOException {
      TestingSink killed = copyOfWritten("killed-" + copies++);
      for (MergedShard merge : merges.subList(0, shards)) {
        take(killed, merge.file().path());
      }
      Path temporary = killed.settings().layout().temporary("compact", killed.root());
      Files.createDirectories(temporary);
      Files.writeString(temporary.resolve(".half.tmp"), "PAR1");
      return killed;
    }

    TestingSink recorded() throws IOException {
      TestingSink killed = published(merges.size());
      take(killed, "_sluice/compactions/1.json");
      return killed;
    }

    /** After so many of the replaced shards were deleted. */
    TestingSink deleted(int shards) throws IOException {
      TestingSink killed = recorded();
      for (String path : compacted.contents("_sluice/dumps").keySet()) {
        take(killed, path);
      }
      take(killed, "_sluice/shards.txt");
      List<String> replaced = new ArrayList<>();
      merges.forEach(merge -> replaced.addAll(merge.replaces()));
      for (String path : replaced.subList(0, shards)) {
        Files.delete(killed.root().resolve(path));
      }
      return killed;
    }

    private void take(TestingSink killed, String path) throws IOException {
      Path target = killed.root().resolve(path);
      Files.createDirectories(target.getParent());
      Files.deleteIfExists(target);
      Files.copy(compacted.root().resolve(path), target);
    }

    void assertFinished(TestingSink killed) throws IOException {
      assertThat(TestingOutput.contents(killed)).isEqualTo(TestingOutput.contents(compacted));
    }
  }

  @Test
  void shouldEndTheSameWhereverItWasKilled() throws Exception {
    Killed kills = new Killed();
    SortedMap<String, List<String>> rows = TestingOutput.rows(written);
    Random random = new Random(SEED);
    List<TestingSink> killed =
        List.of(
            kills.published(0),
            kills.published(1 + random.nextInt(merges.size() - 1)),
            kills.published(merges.size()),
            kills.recorded(),
            kills.deleted(0),
            kills.deleted(1 + random.nextInt(merges.size())));
    for (TestingSink sink : killed) {
      assertThat(TestingOutput.rows(sink)).isEqualTo(rows);
      compact(sink);
      kills.assertFinished(sink);
    }
  }

  @Test
  void shouldBeFinishedByAnySinkOnceItIsRecorded() throws Exception {
    Killed kills = new Killed();
    for (TestingSink sink : List.of(kills.recorded(), kills.deleted(2))) {
      TestingOutput.seal(sink);
      sink.withInstance("compact").settings().publication().clear();
      kills.assertFinished(sink);
    }
  }

  @Test
  void shouldBeUndoneBySinksNoMoreThanByItselfBeforeItIsRecorded() throws Exception {
    Killed kills = new Killed();
    TestingSink sink = kills.published(merges.size());
    TestingOutput.seal(sink);
    assertThat(sink.contents("_sluice/dumps")).isEqualTo(written.contents("_sluice/dumps"));
    assertThat(sink.contents("en")).containsAllEntriesOf(written.contents("en"));
  }

  /** As where another process took it for killed before it recorded what it had published. */
  @Test
  void shouldKeepShardsWhoseMergedShardIsMissing() throws Exception {
    Killed kills = new Killed();
    TestingSink sink = kills.recorded();
    MergedShard lost = merges.get(1);
    Path merged = sink.root().resolve(lost.file().path());
    Files.delete(merged);

    TestingOutput.seal(sink);

    assertThat(sink.contents("en").keySet()).containsAll(lost.replaces());
    for (MergedShard other : merges) {
      if (!other.equals(lost)) {
        assertThat(sink.contents("en").keySet()).doesNotContainAnyElementsOf(other.replaces());
      }
    }

    Files.copy(compacted.root().resolve(lost.file().path()), merged);
    TestingOutput.seal(sink);
    sink.withInstance("compact").settings().publication().clear();
    kills.assertFinished(sink);
  }

  /** Nobody could tell whether it was killed or only stood still. */
  @Test
  void shouldRecordNothingOfWhatAnotherHasTakenForKilled() throws Exception {
    Killed kills = new Killed();
    SortedMap<String, List<String>> rows = TestingOutput.rows(written);
    for (int shards : List.of(1, merges.size())) {
      TestingSink sink = kills.published(shards);
      Compaction unrecorded = compactions(compacted).get(0);

      unlocked(sink.withInstance("other"), Long.MAX_VALUE).run(SMALL, (done, of) -> {});

      SinkSettings settings = sink.settings();
      CompactionLog log = new CompactionLog(settings.layout());
      assertThatThrownBy(() -> log.append(unrecorded, settings.publication()))
          .isInstanceOf(FileAlreadyExistsException.class);
      TestingOutput.seal(sink);
      assertThat(TestingOutput.rows(sink)).isEqualTo(rows);
      assertThat(sink.contents("en").keySet())
          .containsExactlyInAnyOrderElementsOf(TestingOutput.list(sink));
      assertThat(new CutLogs(settings).manifests().compactions()).isEqualTo(1);
    }
  }

  @Test
  void shouldTakeBackItsShardsWhereAnotherHasTakenItsNumber() throws Exception {
    TestingSink sink = copyOfWritten("out");
    SortedMap<String, List<String>> rows = TestingOutput.rows(written);
    SinkSettings other = sink.withInstance("other").settings();

    assertThatThrownBy(
            () ->
                unlocked(sink, Long.MAX_VALUE)
                    .run(SMALL, (done, of) -> take(1, new CompactionLog(other.layout()), other)))
        .isInstanceOf(PermanentException.class)
        .hasMessageContainingAll("another process", "1.json", "No rows are lost");

    assertThat(sink.contents("en")).isEqualTo(written.contents("en"));
    unlocked(sink, Long.MAX_VALUE).run(SMALL, (done, of) -> {});
    assertThat(TestingOutput.rows(sink)).isEqualTo(rows);
    assertThat(compactions(sink)).extracting(each -> each.merges().size()).startsWith(0).hasSize(2);
  }

  /** Another command may have changed the output since, which has left no trace of itself. */
  @Test
  void shouldRecordNothingWithoutItsLock() throws Exception {
    TestingSink sink = copyOfWritten("out");
    SinkSettings settings = sink.settings();
    Compactor compactor =
        new Compactor(
            settings,
            new CutLogs(settings),
            Long.MAX_VALUE,
            true,
            () -> {
              throw new PermanentException("removed");
            });

    assertThatThrownBy(() -> compactor.run(SMALL, (done, of) -> {})).hasMessage("removed");

    assertThat(sink.contents("en")).isEqualTo(written.contents("en"));
    assertThat(compactions(sink)).allMatch(each -> each.merges().isEmpty());
  }

  private static void take(long number, CompactionLog log, SinkSettings by) {
    try {
      log.giveUp(number, by.publication());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Each of them may delete at any time what another one has published and is about to record. */
  @Test
  void shouldLoseNoRowsWhereSeveralCompactAtTheSameTime() throws Exception {
    TestingSink sink = copyOfWritten("together");
    SortedMap<String, List<String>> rows = TestingOutput.rows(written);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      TestingSink instance = sink.withInstance("compact-" + i);
      tasks.add(
          () -> {
            for (int attempt = 0; attempt < 10; attempt++) {
              tryToCompact(instance);
            }
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    for (Future<Void> task : threads.invokeAll(tasks)) {
      task.get();
    }
    threads.shutdown();

    unlocked(sink, Long.MAX_VALUE).run(SMALL, (done, of) -> {});

    assertThat(TestingOutput.rows(sink)).isEqualTo(rows);
    assertThat(sink.contents("en").keySet())
        .containsExactlyInAnyOrderElementsOf(TestingOutput.list(sink));
  }

  /** Whoever comes too late reads shards that are gone, or finds its number taken. */
  private static void tryToCompact(TestingSink instance) throws Exception {
    try {
      unlocked(instance, 1).run(SMALL, (done, of) -> {});
    } catch (IOException | java.io.UncheckedIOException e) {
      assertThat(e).isNotNull();
    }
  }

  /** It holds the rows of shards that were merged before, even if a slow sink is still at those. */
  @Test
  void shouldDeleteAgainWhatWasMergedTwice() throws Exception {
    TestingSink sink = copyOfWritten("twice");
    compact(sink);
    sink = sink.withMaxFileBytes(1 << 20);
    compactor(sink).run(1 << 20, (done, of) -> {});
    assertThat(compactions(sink)).hasSize(2);
    SortedMap<String, String> before = TestingOutput.contents(sink);
    Path slow = sink.root().resolve(merges.get(0).replaces().get(0));
    Files.copy(written.root().resolve(merges.get(0).replaces().get(0)), slow);

    TestingOutput.seal(sink);

    assertThat(TestingOutput.contents(sink)).isEqualTo(before);
  }

  @Test
  void shouldEndWithTheSameShardsInRoundsThatAreKilled() throws Exception {
    TestingSink rounds = copyOfWritten("rounds");
    compactor(rounds, 1).run(SMALL, (done, of) -> {});
    assertThat(compactions(rounds)).hasSize(merges.size());
    SortedMap<String, String> expected = TestingOutput.contents(rounds);

    TestingSink killed = copyOfWritten("killed-rounds");
    int[] reports = {0};
    assertThatThrownBy(
            () ->
                compactor(killed, 1)
                    .run(
                        SMALL,
                        (done, of) -> {
                          if (++reports[0] == 3) {
                            throw new IllegalStateException("killed");
                          }
                        }))
        .hasMessage("killed");
    assertThat(compactions(killed)).hasSize(2);
    compactor(killed, 1).run(SMALL, (done, of) -> {});
    assertThat(TestingOutput.contents(killed)).isEqualTo(expected);
  }

  @Test
  void shouldNameAShardThatIsNotWhatWasPublishedAndChangeNothing() throws Exception {
    TestingSink sink = copyOfWritten("out");
    CutFile damaged = compactor(sink).plan(SMALL).merges().get(1).first();
    Path file = sink.root().resolve(damaged.path());
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    SortedMap<String, String> before = TestingOutput.contents(sink);

    assertThatThrownBy(() -> compact(sink))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("is not what was published");

    assertThat(TestingOutput.contents(sink)).isEqualTo(before);
  }

  @Test
  void shouldTakeBackItsNamesWhereOneCannotBeGiven() throws Exception {
    Killed kills = new Killed();
    TestingSink sink = copyOfWritten("taken");
    Path taken = sink.root().resolve(merges.get(2).file().path());
    Files.createDirectories(taken);
    SortedMap<String, String> before = TestingOutput.contents(sink);

    assertThatThrownBy(() -> compact(sink)).isInstanceOf(IOException.class);

    assertThat(TestingOutput.contents(sink)).isEqualTo(before);
    Files.delete(taken);
    compact(sink);
    kills.assertFinished(sink);
  }

  @Test
  void shouldForgetAMergedShardWithAllOfItsUnits() throws Exception {
    TestingSink sink = copyOfWritten("out");
    compact(sink);
    String[] units = {unit(2), unit(4), unit(6)};
    String[] others = {unit(1), unit(3), unit(5)};
    for (TopicPartition partition : TestingOutput.partitions()) {
      TestingRecords records = TestingOutput.records(partition, UNITS, SEED);
      records.forget("r1", TestingOutput.DUMPS.get(0), units);
      records.forget("r2", TestingOutput.DUMPS.get(1), others);
      TestingSink.feed(sink.open(partition), records.all());
    }
    TestingOutput.seal(sink);

    assertThat(sink.contents("en")).isEmpty();
    assertThat(sink.contents("_sluice/dumps")).isEmpty();
    assertThat(TestingOutput.list(sink)).isEmpty();
  }

  @Test
  void shouldCompactBesideSinksThatSeal() throws Exception {
    TestingSink plain = sink("plain");
    int units = 20;
    TestingOutput.write(plain, units, SEED);
    TestingSink sink = copyOfWritten("together");
    List<Callable<Void>> tasks = new ArrayList<>();
    for (TopicPartition partition : TestingOutput.partitions()) {
      tasks.add(
          () -> {
            TestingSink instance = sink.withInstance(partition.toString());
            for (int upTo = UNITS + 1; upTo <= units; upTo++) {
              TestingSink.feed(
                  instance.open(partition), TestingOutput.records(partition, upTo, SEED).all());
              TestingOutput.seal(instance);
            }
            return null;
          });
    }
    tasks.add(
        () -> {
          for (int i = 0; i < 5; i++) {
            compact(sink);
          }
          return null;
        });
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    for (Future<Void> task : threads.invokeAll(tasks)) {
      task.get();
    }
    threads.shutdown();

    assertSameRows(sink, plain);
    SortedMap<String, String> now = TestingOutput.contents(sink);
    TestingOutput.seal(sink);
    assertThat(TestingOutput.contents(sink)).isEqualTo(now);
    assertThat(sink.contents("en").keySet())
        .containsExactlyInAnyOrderElementsOf(TestingOutput.list(sink));
  }
}
