package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.Counters;
import dev.sluice.core.gauge.DropExample;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.RowTexts;
import dev.sluice.storage.source.TextHandOver;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Near-duplicates are taken from a partition and not written. */
class LeftOutRowsTest {
  private static final String DUMP = TestingRecords.DUMP;
  private static final String OTHER = "CC-MAIN-2024-18";
  private static final String UNIT = TestingRecords.UNIT;
  private static final TopicPartition PARTITION = TestingSink.partition(1);
  private static final ColumnMapping COLUMNS =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.empty());

  @TempDir Path directory;

  /** By the id, so that it is the same in any form. */
  private static Predicate<TopicDocument> third() {
    return document -> document.id()[document.id().length - 1] % 3 == 0;
  }

  private static boolean isWhole(ConsumerRecord<byte[], byte[]> record) {
    try {
      return !(WriterSchemas.shipped().read(record.key(), record.value(), record.partition())
              instanceof TopicDocument document)
          || !third().test(document);
    } catch (MalformedRecordException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Takes some steps from the last cut on, as a sink that is then killed. */
  private static PartitionSink take(
      TestingSink in, List<ConsumerRecord<byte[], byte[]>> records, int steps) throws IOException {
    PartitionSink sink = in.open(PARTITION);
    PartitionQueue queue = sink.queue();
    queue.add(
        records.stream().filter(record -> record.offset() >= sink.lastCut().nextOffset()).toList());
    for (int i = 0; i < steps && queue.peek().isPresent(); i++) {
      TestingSink.take(sink, queue.peek().get(), third());
      queue.remove();
    }
    return sink;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldCutWhereASinkThatWritesThemCuts(long seed) throws IOException {
    List<ConsumerRecord<byte[], byte[]>> records = TestingRecords.random(PARTITION, seed);
    int kept = (int) records.stream().filter(LeftOutRowsTest::isWhole).count();
    TestingSink plain = TestingSink.in(directory.resolve("plain"));
    TestingSink.feed(plain.open(PARTITION), records);
    TestingSink sink = TestingSink.in(directory.resolve("out"));

    PartitionSink end = take(sink, records, Integer.MAX_VALUE);

    assertThat(kept).isLessThan(records.size() - 50);
    List<CutRecord> cuts = sink.log(PARTITION).read();
    List<CutRecord> expected = plain.log(PARTITION).read();
    assertThat(cuts).hasSameSizeAs(expected).hasSizeGreaterThan(1);
    for (int i = 0; i < cuts.size(); i++) {
      assertThat(cuts.get(i).nextOffset()).isEqualTo(expected.get(i).nextOffset());
      assertThat(cuts.get(i).nextRow()).isEqualTo(expected.get(i).nextRow());
      assertThat(cuts.get(i).ended()).isEqualTo(expected.get(i).ended());
      assertThat(expected.get(i).leftOut()).isEmpty();
    }
    assertThat(end.taken() - end.ordinal()).isEqualTo(records.size() - kept);
    assertThat(end.outcomes().total("near_duplicates_removed")).isEqualTo(records.size() - kept);
    assertThat(end.outcomes().total("kept")).isEqualTo(end.ordinal());
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void shouldCountTheSameOverKills(long seed) throws IOException {
    List<ConsumerRecord<byte[], byte[]>> records = TestingRecords.random(PARTITION, seed);
    TestingSink undisturbed = TestingSink.in(directory.resolve("undisturbed"));
    PartitionSink expected = take(undisturbed, records, Integer.MAX_VALUE);
    TestingSink sink = TestingSink.in(directory.resolve("out"));
    Random random = new Random(seed);

    for (int kill = 0; kill < 25; kill++) {
      PartitionSink killed = take(sink, records, random.nextInt(60));
      PartitionSink again = sink.open(PARTITION);
      long open = again.outcomes().ended() - killed.outcomes().ended();
      assertThat(open).as("rows that are taken again").isLessThanOrEqualTo(0);
      assertThat(again.taken()).isEqualTo(again.outcomes().ended());
    }
    PartitionSink end = take(sink, records, Integer.MAX_VALUE);

    assertThat(sink.log(PARTITION).read()).isEqualTo(undisturbed.log(PARTITION).read());
    assertThat(end.outcomes()).isEqualTo(expected.outcomes());
    assertThat(end.taken()).isEqualTo(expected.taken());
  }

  @Test
  void shouldCountByUnitAndDumpSinceThePreviousCut() throws IOException {
    TestingRecords records =
        new TestingRecords(PARTITION)
            .document(DUMP, "0, left out")
            .document(OTHER, "1")
            .document(OTHER, "2")
            .document(OTHER, "3, left out")
            .marker(UNIT)
            .inUnit("late#1")
            .document(OTHER, "4")
            .document(DUMP, "5")
            .document(DUMP, "6, left out")
            .marker("late#1")
            .marker("empty#1");
    TestingSink sink = TestingSink.in(directory);
    PartitionSink partition = sink.open(PARTITION);
    for (ConsumerRecord<byte[], byte[]> record : records.all().subList(0, 4)) {
      TestingSink.accept(partition, record, third());
    }

    assertThat(partition.outcomes().entries())
        .as("what is not in a cut yet")
        .isEqualTo(
            Map.of(
                new Counters.Key(DUMP, "4.0", "near_duplicates_removed"), 1L,
                new Counters.Key(OTHER, "4.0", "near_duplicates_removed"), 1L,
                new Counters.Key(OTHER, "4.0", "kept"), 2L));
    for (ConsumerRecord<byte[], byte[]> record : records.all().subList(4, 10)) {
      TestingSink.accept(partition, record, third());
    }

    List<CutRecord> cuts = sink.log(PARTITION).read();
    assertThat(cuts)
        .extracting(CutRecord::leftOut)
        .containsExactly(
            Map.of("near_duplicates_removed", Map.of(UNIT, Map.of(DUMP, 1L, OTHER, 1L))),
            Map.of("near_duplicates_removed", Map.of("late#1", Map.of(DUMP, 1L))),
            Map.of());
    assertThat(cuts).extracting(CutRecord::ordinal).containsExactly(2L, 4L, 4L);
    assertThat(partition.ordinal()).isEqualTo(4);
    assertThat(partition.taken()).isEqualTo(7);
    assertThat(partition.isPast(UNIT)).isTrue();
    assertThat(partition.isPast("other#1")).isFalse();
  }

  @Test
  void shouldNotCountWhatAResetHasForgotten() throws IOException {
    TestingRecords records =
        new TestingRecords(PARTITION)
            .document(DUMP, "0, left out")
            .document(DUMP, "1")
            .marker(UNIT)
            .inUnit("late#1")
            .document(OTHER, "2")
            .document(OTHER, "3, left out")
            .forget("r1", OTHER, "late#1");
    TestingSink sink = TestingSink.in(directory);

    PartitionSink partition = take(sink, records.all(), Integer.MAX_VALUE);

    Map<Counters.Key, Long> expected =
        Map.of(
            new Counters.Key(DUMP, "4.0", "near_duplicates_removed"), 1L,
            new Counters.Key(DUMP, "4.0", "kept"), 1L);
    assertThat(partition.outcomes().entries()).isEqualTo(expected);
    assertThat(sink.open(PARTITION).outcomes().entries()).isEqualTo(expected);
    assertThat(partition.isPast("late#1")).isTrue();
    assertThat(sink.open(PARTITION).isPast("late#1")).isTrue();
    assertThat(sink.open(PARTITION).taken()).isEqualTo(4);
  }

  @Test
  void shouldSealAUnitWhoseRowsAreWrittenOrLeftOut() throws IOException {
    TestingSink sink = TestingSink.in(directory);
    for (TopicPartition partition : TestingSink.curatedPartitions()) {
      TestingRecords records = new TestingRecords(partition);
      for (int i = 0; i < 6; i++) {
        records.document(DUMP, "text " + i);
      }
      PartitionSink open = sink.open(partition);
      for (ConsumerRecord<byte[], byte[]> record : records.marker(UNIT).all()) {
        TestingSink.accept(open, record, third());
      }
    }

    new Sealer(sink.settings(), new CutLogs(sink.settings()), List::of).sealAll();

    DumpManifest manifest =
        Json.read(directory.resolve("_sluice/dumps/" + DUMP + ".json"), DumpManifest.class);
    assertThat(manifest.counters())
        .containsEntry("rows", 24L)
        .containsEntry("kept", 16L)
        .containsEntry("near_duplicates_removed", 8L);
    assertThat(manifest.buckets().get("2.8").counts().kept()).isEqualTo(8);
    assertThat(manifest.buckets().get("2.8").counts().nearDuplicatesRemoved()).isEqualTo(4);
  }

  /** Rows that travel together, cut and killed anywhere in their record. */
  @Test
  void shouldContinueAfterTheLastRowThatWasTakenOfARecord() throws IOException {
    TextHandOver handOver = new TextHandOver(4 << 20);
    SinkSettings.Source nowhere =
        new SinkSettings.Source(directory.resolve("none"), COLUMNS, Optional.of(handOver));
    Random random = new Random(3);
    TestingRecords rows = new TestingRecords(PARTITION);
    List<SortedMap<Long, String>> groups = new ArrayList<>();
    for (int group = 0; group < 5; group++) {
      SortedMap<Long, String> texts = new TreeMap<>();
      for (int row = 0; row < 30; row++) {
        texts.put(group * 30L + row, TestingRecords.text(random, random.nextInt(3000)));
      }
      groups.add(texts);
      rows.selected(DUMP, group, texts);
    }
    List<ConsumerRecord<byte[], byte[]>> records = rows.marker(UNIT, 1, List.of()).all();
    TestingSink sink =
        TestingSink.in(directory.resolve("out")).withCutBytes(9_000).withSource(nowhere);
    TestingSink undisturbed = sink.withRoot(directory.resolve("undisturbed"));
    handOver(handOver, groups);
    take(undisturbed, records, Integer.MAX_VALUE);

    for (int kill = 0; kill < 20; kill++) {
      handOver(handOver, groups);
      take(sink, records, random.nextInt(30));
    }
    handOver(handOver, groups);
    PartitionSink end = take(sink, records, Integer.MAX_VALUE);

    List<CutRecord> cuts = sink.log(PARTITION).read();
    assertThat(cuts).isEqualTo(undisturbed.log(PARTITION).read());
    assertThat(cuts).extracting(CutRecord::nextRow).anyMatch(row -> row > 0);
    assertThat(end.taken()).isEqualTo(150);
    assertThat(sink.contents("en")).isEqualTo(undisturbed.contents("en"));
  }

  private static void handOver(TextHandOver handOver, List<SortedMap<Long, String>> groups) {
    for (int group = 0; group < groups.size(); group++) {
      RowTexts texts = handOver.begin("source.parquet", group);
      groups.get(group).forEach((row, text) -> add(texts, row, utf8(text)));
      texts.publish();
    }
  }

  private static void add(RowTexts texts, long row, byte[] text) {
    long hash = TextDigest.crc(text, 0, text.length).crcs();
    texts.add(row, ByteBuffer.wrap(text), ByteBuffer.allocate(0), hash);
  }

  /** Otherwise texts of rows that nobody writes would stay in memory. */
  @Test
  void shouldLetTextsGoThatWaitForRowsWhichAreLeftOut() throws IOException {
    TextHandOver handOver = new TextHandOver(256 << 10); // one chunk
    SinkSettings.Source nowhere =
        new SinkSettings.Source(directory.resolve("none"), COLUMNS, Optional.of(handOver));
    TestingSink sink = TestingSink.in(directory.resolve("out")).withSource(nowhere);
    PartitionSink partition = sink.open(PARTITION);
    TestingRecords records = new TestingRecords(PARTITION);
    for (int group = 0; group < 8; group++) {
      SortedMap<Long, String> texts = new TreeMap<>();
      for (int row = 0; row < 3; row++) {
        texts.put(group * 3L + row, "text " + row);
      }
      records.selected(DUMP, group, texts);
      handOver(handOver, emptyBefore(group, texts));

      TestingSink.accept(partition, records.all().get(group), third());
    }

    assertThat(partition.ordinal()).isPositive();
    assertThat(partition.taken()).as("none of them read from a source").isEqualTo(24);
  }

  @Test
  void shouldShowExamplesOfWhatIsLeftOutWithTheTextIfItIsAtHand() throws IOException {
    TextHandOver handOver = new TextHandOver(256 << 10);
    SinkSettings.Source nowhere =
        new SinkSettings.Source(directory.resolve("none"), COLUMNS, Optional.of(handOver));
    DropExamples examples = new DropExamples();
    TestingSink sink =
        TestingSink.in(directory.resolve("out")).withSource(nowhere).withExamples(examples);
    SortedMap<Long, String> texts = new TreeMap<>(Map.of(0L, "text 0", 1L, "text 1", 2L, "text 2"));
    handOver(handOver, List.of(texts));
    TestingRecords records =
        new TestingRecords(PARTITION)
            .document(DUMP, "in the record, left out")
            .document(DUMP, "written")
            .selected(DUMP, 0, texts)
            .document(DUMP, "written")
            .selected(DUMP, 1, new TreeMap<>(Map.of(7L, "in a file that is gone, left out")));

    PartitionSink partition = sink.open(PARTITION);
    for (ConsumerRecord<byte[], byte[]> record : records.all()) {
      TestingSink.accept(partition, record, third());
    }

    assertThat(partition.taken() - partition.ordinal()).isEqualTo(3);
    assertThat(examples.byReason()).containsOnlyKeys("near_duplicates_removed");
    assertThat(examples.byReason().get("near_duplicates_removed"))
        .extracting(DropExample::id, DropExample::text)
        .containsExactly(
            tuple("id-000000", Optional.of("in the record, left out")),
            tuple("id-000003", Optional.of("text 1")),
            tuple("id-000006", Optional.empty()));
  }

  private static List<SortedMap<Long, String>> emptyBefore(
      int group, SortedMap<Long, String> texts) {
    List<SortedMap<Long, String>> groups = new ArrayList<>();
    for (int i = 0; i < group; i++) {
      groups.add(new TreeMap<>());
    }
    groups.add(texts);
    return groups;
  }
}
