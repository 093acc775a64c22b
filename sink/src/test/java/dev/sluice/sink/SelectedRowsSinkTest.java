package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.shard.ShardWriter;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.write.ShardCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that travel together and without their texts make the files of those that do not. */
class SelectedRowsSinkTest {
  private static final TopicPartition PARTITION = TestingSink.partition(0);
  private static final ColumnMapping COLUMNS =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.empty());
  private static final List<String> DUMPS = List.of("CC-MAIN-2024-10", "CC-MAIN-2024-18");
  private static final int GROUPS = 6;
  private static final int GROUP_ROWS = 40;

  @TempDir Path directory;
  private TestingSink plain;
  private TestingSink selecting;
  private List<ConsumerRecord<byte[], byte[]>> records;

  /** Most cuts are in the middle of a record. */
  @BeforeEach
  void setUp() throws IOException {
    Random random = new Random(1);
    List<String> texts = new ArrayList<>();
    for (int row = 0; row < GROUPS * GROUP_ROWS; row++) {
      texts.add(TestingRecords.text(random, random.nextInt(4000)));
    }
    Path source = write(texts);
    TestingRecords whole = new TestingRecords(PARTITION);
    TestingRecords rows = new TestingRecords(PARTITION);
    for (int group = 0; group < GROUPS; group++) {
      SortedMap<Long, String> chosen = new TreeMap<>();
      String dump = DUMPS.get(group % 2);
      for (int row = group * GROUP_ROWS; row < (group + 1) * GROUP_ROWS; row++) {
        if (random.nextInt(5) > 0) {
          chosen.put((long) row, texts.get(row));
          whole.document(dump, texts.get(row));
        }
      }
      rows.selected(dump, group, chosen);
    }
    records = rows.marker("d#1", 1, List.of()).all();
    plain = TestingSink.in(directory.resolve("plain")).withCutBytes(50_000);
    selecting =
        TestingSink.in(directory.resolve("selecting"))
            .withCutBytes(50_000)
            .withSource(new SinkSettings.Source(source.getParent(), COLUMNS));
    TestingSink.feed(plain.open(PARTITION), whole.marker("d#1", 1, List.of()).all());
  }

  private Path write(List<String> texts) throws IOException {
    Path file = Files.createDirectories(directory.resolve("input")).resolve("source.parquet");
    ShardFormat format =
        new ShardFormat(ColumnRole.FIELDS, ShardCompression.ZSTD, 3, 8 << 10, 1 << 20);
    ShardWriter writer = new ShardWriter(format, file);
    for (int row = 0; row < texts.size(); row++) {
      byte[] text = utf8(texts.get(row));
      writer.write(new ShardRow(utf8("x"), text, 0, text.length, 4.5, "unknown"));
      if ((row + 1) % GROUP_ROWS == 0) {
        writer.flushRowGroup();
      }
    }
    writer.close(new TreeMap<>());
    return file;
  }

  /**
   * Takes a number of rows or other records from the last cut on, as a sink that is then killed.
   */
  private void takeAndDie(int steps) throws IOException {
    PartitionSink sink = selecting.open(PARTITION);
    PartitionQueue queue = sink.queue();
    queue.add(
        records.stream().filter(record -> record.offset() >= sink.lastCut().nextOffset()).toList());
    for (int i = 0; i < steps && queue.peek().isPresent(); i++) {
      sink.accept(queue.peek().get());
      queue.remove();
    }
  }

  private void assertSameFiles() throws IOException {
    assertThat(selecting.contents("en")).isNotEmpty().isEqualTo(plain.contents("en"));
  }

  @Test
  void shouldWriteTheFilesOfDocumentsThatTravelWhole() throws IOException {
    TestingSink.feed(selecting.open(PARTITION), records);

    assertSameFiles();
    List<CutRecord> cuts = selecting.log(PARTITION).read();
    assertThat(cuts).extracting(CutRecord::nextRow).anyMatch(row -> row > 0);
    assertThat(cuts)
        .extracting(CutRecord::ordinal)
        .isEqualTo(plain.log(PARTITION).read().stream().map(CutRecord::ordinal).toList());
    assertThat(cuts.get(cuts.size() - 1).nextRow()).isZero();
  }

  @Test
  void shouldContinueAtTheRowAfterTheLastCut() throws IOException {
    Random random = new Random(2);
    for (int kill = 0; kill < 12; kill++) {
      takeAndDie(random.nextInt(120));
    }
    takeAndDie(Integer.MAX_VALUE);

    assertSameFiles();
    assertThat(selecting.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldNotWriteARowOfACutThatEndsWithItsRecordTwice() throws IOException {
    TestingSink exact = selecting.withCutBytes(1);
    PartitionSink sink = exact.open(PARTITION);
    TestingSink.feed(sink, records.subList(0, 1));
    long rows = sink.ordinal();

    assertThat(sink.lastCut().nextOffset()).isEqualTo(1);
    assertThat(sink.lastCut().nextRow()).isZero();
    TestingSink.feed(exact.open(PARTITION), records.subList(0, 1));
    assertThat(exact.log(PARTITION).read().get((int) rows - 1).ordinal()).isEqualTo(rows);
    assertThat(exact.log(PARTITION).read()).hasSize((int) rows);
  }
}
