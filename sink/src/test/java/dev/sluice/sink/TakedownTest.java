package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.Compaction.RewrittenShard;
import dev.sluice.storage.output.CompactionLog;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.output.VersionRecord;
import dev.sluice.storage.takedown.EntryKind;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.storage.takedown.TakedownLog;
import dev.sluice.storage.takedown.TakedownRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TakedownTest {
  private static final int UNITS = 4;
  private static final int BEFORE = 2;
  private static final long SEED = 7;
  private static final long MEMORY = 1 << 20;
  private static final String VERSION = "set-v1.0-20260206.json";

  @TempDir Path directory;
  private TestingSink sinks;

  @BeforeEach
  void setUp() {
    sinks = TestingSink.in(directory).withMaxFileBytes(24 << 10);
  }

  private TestingSink sink(String name) {
    return sinks.withRoot(directory.resolve(name));
  }

  private TestingSink copy(TestingSink of, String name) throws IOException {
    TestingSink copy = of.withRoot(directory.resolve(name));
    TestingOutput.copy(of.root(), copy.root());
    return copy;
  }

  /** Documents of each partition in the order of the source, some of them in all units. */
  private static TakedownList ids(int... numbers) {
    TakedownList.Builder list = new TakedownList.Builder();
    IntStream.of(numbers).forEach(number -> list.id(utf8("id-%06d".formatted(number))));
    return list.build();
  }

  /** All documents of the first two units, and some others: shards without a row are among them. */
  private static final TakedownList ENTRIES =
      ids(0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 17, 20, 21, 26);

  private static Takedown takedown(TestingSink in, long roundBytes) {
    SinkSettings settings = in.withInstance("compact").settings();
    return new Takedown(settings, new CutLogs(settings), roundBytes, false, () -> {});
  }

  private static Optional<TakedownRecord> unfinished(TestingSink in) throws IOException {
    return Takedown.unfinished(new CutLogs(in.settings()));
  }

  private static Takedown.Result takeDown(TestingSink in, TakedownList entries) throws Exception {
    Takedown takedown = takedown(in, Long.MAX_VALUE);
    takedown.begin();
    return takedown.finish(takedown.declare(entries, "", "url"), (done, of) -> {});
  }

  /** Goes on with a take-down, or begins it if it was not declared. */
  private static void goOn(TestingSink in, TakedownList entries, long roundBytes) throws Exception {
    Takedown takedown = takedown(in, roundBytes);
    takedown.begin();
    Optional<TakedownRecord> begun = unfinished(in);
    if (begun.isEmpty() && new TakedownLog(in.settings().layout()).read().isEmpty()) {
      begun = Optional.of(takedown.declare(entries, "", "url"));
    }
    if (begun.isPresent()) {
      takedown.finish(begun.get(), (done, of) -> {});
    }
    assertThat(unfinished(in)).isEmpty();
  }

  private TestingSink fromScratch(String name, TestingSink like, TakedownList entries, long seed)
      throws Exception {
    TestingSink scratch = like.withRoot(directory.resolve(name));
    takeDown(scratch, entries);
    TestingOutput.write(scratch, UNITS, seed);
    return scratch;
  }

  /** What does not depend on when the documents were taken down. */
  private static SortedMap<String, String> published(TestingSink sink) throws IOException {
    SortedMap<String, String> contents = new TreeMap<>(sink.contents("en"));
    contents.putAll(sink.contents("_sluice/dumps"));
    for (String file : List.of("_sluice/shards.txt", VERSION, "README.md")) {
      contents.put(file, Files.readString(sink.root().resolve(file)));
    }
    assertThat(sink.contents("en").keySet())
        .containsExactlyInAnyOrderElementsOf(TestingOutput.list(sink));
    return contents;
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "4, false"})
  void shouldEndWithTheBytesOfAnOutputThatKnewTheEntriesFromTheBeginning(long seed, boolean byDump)
      throws Exception {
    TestingSink like =
        byDump ? sinks : sinks.withoutDumps().withColumns(List.of("id", "text", "dump"));
    TestingSink scratch = fromScratch("scratch", like, ENTRIES, seed);
    TestingSink later = like.withRoot(directory.resolve("later"));
    TestingOutput.write(later, BEFORE, seed);

    Takedown.Result result = takeDown(later, ENTRIES);
    assertThat(result.rows()).isPositive();
    assertThat(result.added()).hasSizeLessThan(result.deleted().size());
    TestingOutput.write(later, UNITS, seed);

    assertThat(published(later)).isEqualTo(published(scratch));
    assertThat(TestingOutput.rows(later).toString()).doesNotContain("id-000000", "id-000026");
    assertThat(later.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldRemoveNamedRowsAndNothingElse() throws Exception {
    TestingSink plain = sink("plain");
    TestingOutput.write(plain, UNITS, SEED);
    TestingSink sink = copy(plain, "out");

    takeDown(sink, ENTRIES);

    SortedMap<String, List<String>> rows = TestingOutput.rows(plain);
    rows.values()
        .forEach(
            here -> here.removeIf(row -> ENTRIES.without(ids(id(row))).count() < ENTRIES.count()));
    rows.values().removeIf(List::isEmpty);
    assertThat(TestingOutput.rows(sink)).isEqualTo(rows);
  }

  private static int id(String row) {
    return Integer.parseInt(row.split(" ")[1].substring(3));
  }

  @Test
  void shouldEndTheSameInAnyOrderOfTakeDowns() throws Exception {
    TestingSink plain = sink("plain");
    TestingOutput.write(plain, UNITS, SEED);
    TestingSink once = copy(plain, "once");
    TestingSink twice = copy(plain, "twice");
    TestingSink reversed = copy(plain, "reversed");
    TakedownList first = ids(0, 1, 2, 3, 4, 5, 20);
    TakedownList second = ENTRIES.without(first);

    takeDown(once, ENTRIES);
    takeDown(twice, first);
    takeDown(twice, second);
    takeDown(reversed, second);
    takeDown(reversed, first);

    assertThat(published(twice)).isEqualTo(published(once));
    assertThat(published(reversed)).isEqualTo(published(once));
  }

  @Test
  void shouldKeepTheOutputAsItIsIfNothingIsNamed() throws Exception {
    TestingSink sink = sink("out");
    TestingOutput.write(sink, UNITS, SEED);
    SortedMap<String, String> before = sink.contents("en");
    SortedMap<String, String> manifests = sink.contents("_sluice/dumps");

    Takedown.Result result = takeDown(sink, ids(4711));

    assertThat(result.rows()).isZero();
    assertThat(sink.contents("en")).isEqualTo(before);
    assertThat(sink.contents("_sluice/dumps")).isEqualTo(manifests);
    assertThat(unfinished(sink)).isEmpty();
  }

  @Test
  void shouldSayBeforehandWhatItWillRemove() throws Exception {
    TestingSink sink = sink("out");
    TestingOutput.write(sink, UNITS, SEED);
    SortedMap<String, String> before = sink.contents("");

    TakedownList all = TakedownList.union(List.of(ENTRIES, ids(4711)));
    Takedown.Matches matches = takedown(sink, 1).find(all, "url");

    TakedownList unmatched = matches.unmatched();
    assertThat(ids(4711).without(unmatched).isEmpty()).isTrue();
    assertThat(takedown(sink, 1).find(unmatched, "url").rows()).isZero();
    Takedown.Matches others = takedown(sink, 1).find(all.without(unmatched), "url");
    assertThat(others.rows()).isEqualTo(matches.rows());
    assertThat(others.unmatched().isEmpty()).isTrue();
    assertThat(sink.contents("")).isEqualTo(before);
    Takedown.Result result = takeDown(sink, ENTRIES);
    assertThat(matches.rows()).isEqualTo(result.rows());
    assertThat(matches.dumps()).isEqualTo(result.dumps());
    assertThat(matches.kinds()).containsOnlyKeys("id").containsValue(result.rows());
    assertThat(matches.shards()).isEqualTo(result.deleted().size());
    assertThat(matches.documents()).isGreaterThan(matches.rows());
  }

  /** The last of three documents has the text of the first. */
  @Test
  void shouldFindTheTextsOfNamedDocuments() throws Exception {
    TestingSink sink = sink("out");
    for (TopicPartition partition : TestingOutput.partitions()) {
      TestingRecords records = new TestingRecords(partition).inUnit(TestingOutput.unit(1));
      for (String text : List.of("the same", "another", "the same")) {
        records.document(TestingOutput.DUMPS.get(0), text);
      }
      TestingSink.feed(sink.open(partition), records.marker(TestingOutput.unit(1)).all());
    }
    TestingOutput.seal(sink);
    TakedownList.Builder same = new TakedownList.Builder();
    same.text(utf8("the same"), 0, 8);

    Takedown takedown = takedown(sink, 1);
    assertThat(takedown.texts(ids(0), "url", Set.of(EntryKind.ID), false, MEMORY).bytes())
        .isEqualTo(same.build().bytes());
    assertThat(takedown.texts(ids(0), "url", Set.of(EntryKind.URL), false, MEMORY).isEmpty())
        .isTrue();
    assertThat(takedown.texts(ids(9), "url", Set.of(EntryKind.ID), false, MEMORY).isEmpty())
        .isTrue();

    assertThatThrownBy(() -> takedown.texts(ids(0), "url", Set.of(EntryKind.ID), false, 50))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("need more than 50 bytes of memory");

    TakedownList.Builder near = new TakedownList.Builder(Optional.of(TextSigner.forTakeDowns()));
    near.text(utf8("the same"), 0, 8);
    assertThat(takedown.texts(ids(0), "url", Set.of(EntryKind.ID), true, MEMORY).bytes())
        .isEqualTo(near.build().bytes());

    takeDown(sink, TakedownList.union(List.of(ids(0), same.build())));
    assertThat(TestingOutput.rows(sink).values())
        .allSatisfy(rows -> assertThat(rows).isNotEmpty().allMatch(row -> row.endsWith("another")));
  }

  /** As a slow sink does, and as in a store that says it has deleted an object, and has not. */
  @Test
  void shouldDeleteShardsThatArePublishedAgainUnlessTheyHoldTheOnlyCopyOfRows() throws Exception {
    TestingSink sink = sink("out");
    TestingOutput.write(sink, BEFORE, SEED);
    compact(sink);
    TestingSink former = copy(sink, "former");
    takeDown(sink, ENTRIES);
    assertThat(deletable(sink)).isEmpty();
    Map.Entry<String, Optional<String>> replaced =
        new CutLogs(sink.settings())
            .manifests().replaced().entrySet().stream()
                .filter(each -> each.getValue().isPresent())
                .filter(each -> Files.exists(former.root().resolve(each.getKey())))
                .findFirst()
                .orElseThrow();
    Path again = sink.root().resolve(replaced.getKey());
    Files.copy(former.root().resolve(replaced.getKey()), again);

    assertThat(deletable(sink)).containsExactly(again);
    assertThat(takedown(sink, 1).remaining()).isEmpty();
    assertThat(again).doesNotExist();

    Files.copy(former.root().resolve(replaced.getKey()), again);
    Files.delete(sink.root().resolve(replaced.getValue().orElseThrow()));
    assertThat(takedown(sink, 1).remaining()).isEmpty();
    assertThat(again).exists();
  }

  private static Set<Path> deletable(TestingSink sink) throws IOException {
    SinkSettings settings = sink.settings();
    return new ForgottenFiles(settings.layout(), false).shards(new CutLogs(settings).manifests());
  }

  @Test
  void shouldRemoveRowsOfMergedShardsToo() throws Exception {
    TestingSink plain = sink("plain");
    TestingOutput.write(plain, UNITS, SEED);
    TestingSink sink = copy(plain, "out");
    takeDown(sink, ids(0, 1, 2, 3));
    compact(sink);
    takeDown(sink, ENTRIES.without(ids(0, 1, 2, 3)));
    compact(sink);
    takeDown(plain, ENTRIES);

    assertThat(TestingOutput.rows(sink)).isEqualTo(TestingOutput.rows(plain));
    assertThat(sink.contents("en").keySet())
        .containsExactlyInAnyOrderElementsOf(TestingOutput.list(sink));
    assertThat(counters(sink)).isEqualTo(counters(plain));
  }

  private static void compact(TestingSink sink) throws Exception {
    SinkSettings settings = sink.withInstance("compact").settings();
    new Compactor(settings, new CutLogs(settings)).run(12 << 10, (done, of) -> {});
  }

  private static List<Object> counters(TestingSink sink) throws IOException {
    var manifests = new CutLogs(sink.settings()).manifests();
    return List.copyOf(
        manifests.dumps().stream().map(dump -> manifests.of(dump).counters()).toList());
  }

  /** The files that a take-down creates and deletes, in order. */
  private static final class Steps {
    private final TestingSink before;
    private final TestingSink after;
    private final List<String> steps = new ArrayList<>();

    Steps(TestingSink before, TestingSink after) throws IOException {
      this.before = before;
      this.after = after;
      SinkSettings settings = after.settings();
      TakedownRecord record = new TakedownLog(settings.layout()).read().get(0);
      steps.add("_sluice/takedowns/" + record.list() + ".list");
      steps.add("_sluice/takedowns/1.json");
      for (TopicPartition partition : TestingOutput.partitions()) {
        for (CutRecord cut : after.log(partition).read()) {
          if (cut.blocklist() > 0) {
            steps.add(
                "_sluice/cuts/%s/%d/%d.json".formatted(cut.topic(), cut.partition(), cut.number()));
          }
        }
      }
      for (Compaction round : new CompactionLog(settings.layout()).read()) {
        round.made().forEach(file -> steps.add(file.path()));
        steps.add("_sluice/compactions/" + round.number() + ".json");
        round.rewrites().stream().map(RewrittenShard::replaces).forEach(steps::add);
      }
    }

    int count() {
      return steps.size();
    }

    /** The output after so many of them, with half of a temporary file. */
    TestingSink take(int count, TestingSink killed) throws IOException {
      TestingOutput.copy(before.root(), killed.root());
      for (String step : steps.subList(0, count)) {
        Path source = after.root().resolve(step);
        Path target = killed.root().resolve(step);
        if (Files.exists(source)) {
          Files.createDirectories(target.getParent());
          Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
        } else {
          Files.deleteIfExists(target);
        }
      }
      Path temporary = killed.settings().layout().temporary("compact", killed.root());
      Files.createDirectories(temporary);
      Files.writeString(temporary.resolve(".half.tmp"), "PAR1");
      return killed;
    }
  }

  /** Shards that are rewritten in one round are not there any more after it. */
  @ParameterizedTest
  @CsvSource({"9223372036854775807", "1"})
  void shouldContinueWhereverItWasKilled(long roundBytes) throws Exception {
    TestingSink before = sink("before");
    TestingOutput.write(before, BEFORE, SEED);
    TestingSink after = copy(before, "after");
    goOn(after, ENTRIES, roundBytes);
    Steps steps = new Steps(before, after);
    assertThat(steps.count()).isGreaterThan(15);

    for (int kill = 0; kill <= steps.count(); kill += roundBytes == 1 ? 6 : 1) {
      TestingSink killed = steps.take(kill, sink("killed-" + kill));
      goOn(killed, ENTRIES, roundBytes);
      assertThat(killed.contents("")).as("killed after step " + kill).isEqualTo(after.contents(""));
    }
  }

  /** Whoever has killed a command may name other documents in the next one. */
  @Test
  void shouldLeaveNoListThatWasNotDeclared() throws Exception {
    TestingSink before = sink("before");
    TestingOutput.write(before, BEFORE, SEED);
    TestingSink after = copy(before, "after");
    goOn(after, ENTRIES, 1);
    Steps steps = new Steps(before, after);

    int declared = 0;
    for (int kill = 0; declared == 0; kill++) {
      TestingSink killed = steps.take(kill, sink("killed-" + kill));
      declared = new TakedownLog(killed.settings().layout()).read().size();
      goOn(killed, ids(5, 6), 1);
      assertThat(killed.contents("_sluice/takedowns")).as("killed after step " + kill).hasSize(2);
    }
  }

  /** The sinks work on before the next call, or do not. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void shouldContinueAfterSinksHaveGoneOn(boolean isCalledFirst) throws Exception {
    TestingSink before = sink("before");
    TestingOutput.write(before, BEFORE, SEED);
    TestingSink after = copy(before, "after");
    goOn(after, ENTRIES, Long.MAX_VALUE);
    TestingSink scratch = fromScratch("scratch", sinks, ENTRIES, SEED);
    Steps steps = new Steps(before, after);

    for (int kill = 0; kill <= steps.count(); kill += isCalledFirst ? 7 : 4) {
      TestingSink killed = steps.take(kill, sink("killed-" + kill));
      if (isCalledFirst) {
        goOn(killed, ENTRIES, Long.MAX_VALUE);
        TestingOutput.write(killed, UNITS, SEED);
      } else {
        TestingOutput.write(killed, UNITS, SEED);
        goOn(killed, ENTRIES, Long.MAX_VALUE);
      }
      assertThat(published(killed)).as("killed after step " + kill).isEqualTo(published(scratch));
    }
  }

  private static final TakedownList EARLIER =
      ids(IntStream.range(0, 40).filter(row -> row % 3 == 0).toArray());

  private static final TakedownList LATER =
      ids(IntStream.range(0, 40).filter(row -> row % 3 != 1).toArray());

  /** Publishes the shards of the cut that is next for a sink, as another has made it. */
  private static List<Path> publishNext(TestingSink former, TestingSink sink) throws IOException {
    List<Path> published = new ArrayList<>();
    for (TopicPartition partition : TestingOutput.partitions()) {
      int next = sink.log(partition).read().size();
      published.addAll(publish(former, partition, next, sink));
    }
    return published;
  }

  /** Publishes those shards of a cut that a sink does not have. */
  private static List<Path> publish(
      TestingSink former, TopicPartition partition, int cut, TestingSink sink) throws IOException {
    List<Path> published = new ArrayList<>();
    for (CutFile file : former.log(partition).read().get(cut).files()) {
      Path target = sink.root().resolve(file.path());
      if (!Files.exists(target)) {
        Files.createDirectories(target.getParent());
        published.add(Files.copy(former.root().resolve(file.path()), target));
      }
    }
    return published;
  }

  /** A sink that knew no take-down, or an earlier one, has published shards, and was killed. */
  @ParameterizedTest
  @CsvSource({"false, 7", "false, 3", "true, 3"})
  void shouldLeaveNoShardWithANamedRowOfAKilledSink(boolean knewAnEarlierOne, long seed)
      throws Exception {
    sinks = sinks.withMaxFileBytes(1 << 20); // several rows in each shard
    TestingSink former = sink("former");
    TestingSink sink = sink("out");
    if (knewAnEarlierOne) {
      takeDown(former, EARLIER);
      takeDown(sink, EARLIER);
    }
    TestingOutput.write(former, UNITS, seed);
    TestingOutput.write(sink, BEFORE, seed);
    TestingSink scratch = fromScratch("scratch", sinks, LATER, seed);
    publishNext(former, sink);

    takeDown(sink, LATER);
    TestingOutput.write(sink, UNITS, seed);

    assertThat(published(sink)).isEqualTo(published(scratch));
  }

  /** A shard with fewer rows may be that of a later take-down. */
  @Test
  void shouldKeepShardsOfASinkThatKnowsMore() throws Exception {
    sinks = sinks.withMaxFileBytes(1 << 20);
    TestingSink former = fromScratch("former", sinks, LATER, 3);
    TestingSink sink = sink("out");
    takeDown(sink, EARLIER);
    TestingOutput.write(sink, BEFORE, 3);
    List<Path> published = publishNext(former, sink);

    TestingOutput.write(sink, UNITS, 3);

    assertThat(published).isNotEmpty().allMatch(Files::exists);
    takeDown(sink, LATER);
    assertThat(published(sink)).isEqualTo(published(former));
  }

  /** A sink was killed, or a disk failed, between the record of its first cut and the deletion. */
  @Test
  void shouldDeleteWhatTheFormerOwnerOfAPartitionHasNotDeleted() throws Exception {
    sinks = sinks.withMaxFileBytes(1 << 20);
    TestingSink former = sink("former");
    TestingOutput.write(former, UNITS, 3);
    TestingSink sink = fromScratch("out", sinks, LATER, 3);
    TestingOutput.seal(sink);
    SortedMap<String, String> before = sink.contents("");
    List<Path> published = new ArrayList<>();
    for (TopicPartition partition : TestingOutput.partitions()) {
      int last = sink.log(partition).read().size() - 1;
      published.addAll(publish(former, partition, last - 1, sink));
    }
    assertThat(published).isNotEmpty();

    TestingOutput.write(sink, UNITS, 3);

    assertThat(sink.contents("")).isEqualTo(before);
  }

  /** It goes on when the take-down has ended, and the next owner has made the cut. */
  @Test
  void shouldLeaveNoShardOfASinkThatWasSuspendedWithinACut() throws Exception {
    sinks = sinks.withMaxFileBytes(1 << 20);
    TestingSink scratch = fromScratch("scratch", sinks, LATER, 3);
    TestingSink sink = sink("out");
    TestingOutput.write(sink, BEFORE, 3);
    List<ThrowingCallable> cuts = new ArrayList<>();
    for (TopicPartition partition : TestingOutput.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> records =
          TestingOutput.records(partition, BEFORE + 1, 3).all();
      int marker = records.size() - 1;
      PartitionSink suspended = sink.withInstance("suspended-" + partition).open(partition);
      TestingSink.feed(suspended, records.subList(0, marker));
      cuts.add(() -> TestingSink.feed(suspended, records.subList(marker, marker + 1)));
    }
    takeDown(sink, LATER);
    TestingOutput.write(sink, UNITS, 3);

    cuts.forEach(cut -> assertThatThrownBy(cut).isInstanceOf(FencedException.class));

    assertThat(published(sink)).isEqualTo(published(scratch));
  }

  /** A file that no record names must not stop a sink. */
  @Test
  void shouldGoOnBesideADamagedShard() throws Exception {
    sinks = sinks.withMaxFileBytes(1 << 20);
    TestingSink former = sink("former");
    TestingOutput.write(former, UNITS, 3);
    TestingSink sink = sink("out");
    TestingOutput.write(sink, BEFORE, 3);
    TestingSink scratch = fromScratch("scratch", sinks, LATER, 3);
    List<Path> damaged = new ArrayList<>();
    for (Path file : publishNext(former, sink)) {
      if (!Files.exists(scratch.root().resolve(sink.root().relativize(file)))) {
        damaged.add(file); // the sink gives its shard another name
      }
    }
    takeDown(sink, LATER);
    for (Path file : damaged) {
      Files.write(file, new byte[100]);
    }

    TestingOutput.write(sink, UNITS, 3);

    assertThat(damaged).isNotEmpty().allMatch(Files::exists);
    takeDown(sink, ids(39));
    assertThat(damaged).noneMatch(Files::exists);
  }

  /** Signing a text takes memory for each of the objects that name rows. */
  @Test
  void shouldShareWhatNamesRowsAmongThePartitionsOfAThread() throws Exception {
    TestingSink sink = sink("out");
    Blocklists blocklists = new Blocklists(sink.settings().layout());
    takeDown(sink, EARLIER);
    NamedRows named = blocklists.named(sink.settings(), 1);
    assertThat(blocklists.named(sink.settings(), 1)).isSameAs(named);

    takeDown(sink, LATER);

    assertThat(blocklists.named(sink.settings(), 2)).isNotSameAs(named);
    assertThat(blocklists.named(sink.settings(), 2).takeDown()).isEqualTo(2);
  }

  @Test
  void shouldDescribeItInTheVersionRecord() throws Exception {
    TestingSink sink = sink("out");
    TestingOutput.write(sink, BEFORE, SEED);
    Path version = sink.root().resolve(VERSION);
    assertThat(Files.readString(version)).doesNotContain("blocklist");

    Takedown takedown = takedown(sink, Long.MAX_VALUE);
    TakedownRecord record = takedown.declare(ENTRIES, "asked for", "url");
    TestingOutput.write(sink, BEFORE + 1, SEED);
    assertThat(Json.read(version, VersionRecord.class).made().blocklist().unfinished()).isTrue();

    takedown.finish(record, (done, of) -> {});
    var blocklist = Json.read(version, VersionRecord.class).made().blocklist();
    assertThat(blocklist.unfinished()).isFalse();
    assertThat(blocklist.entries()).isEqualTo(ENTRIES.count());
    assertThat(blocklist.sha256()).isEqualTo(ENTRIES.sha256());
    assertThat(Json.read(version, VersionRecord.class).made().compactions()).isZero();
  }
}
