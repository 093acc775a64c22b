package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.sink.RollingShardWriter.FinishedShard;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.shard.ShardRow;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.takedown.NamedRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollingShardWriterTest {
  private static final String DUMP = TestingRecords.DUMP;

  @TempDir Path root;
  private TestingSink sink;

  @BeforeEach
  void setUp() throws IOException {
    sink = TestingSink.in(root);
    sink.settings().publication().clear();
  }

  private RollingShardWriter writer(long sequence) {
    return new RollingShardWriter(sink.settings(), "4.0", DUMP, 1, sequence, NamedRows.none());
  }

  private static ShardRow row(int number, String text) {
    byte[] bytes = utf8(text);
    return new ShardRow(utf8("id-" + number), bytes, 0, bytes.length, 4.5, DUMP);
  }

  private static List<String> ids(Path file) throws IOException, InterruptedException {
    ColumnMapping mapping = new ColumnMapping(Optional.of("id"), "text", "score", Optional.empty());
    ParquetSource source = ParquetSource.open(file, mapping);
    List<String> ids = new ArrayList<>();
    for (int group = 0; group < source.rowGroups(); group++) {
      source.read(group, row -> ids.add(new String(row.id(), StandardCharsets.UTF_8)));
    }
    return ids;
  }

  private static Map<String, String> footer(Path file) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
      return reader.getFooter().getFileMetaData().getKeyValueMetaData();
    }
  }

  @Test
  void shouldKeepEveryFileOfSeveralRowsWithinTheLargestSize() throws Exception {
    Random random = new Random(1);
    RollingShardWriter writer = writer(0);
    List<String> written = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int length = i % 50 == 7 ? 100 << 10 : random.nextInt(4000);
      writer.write(row(i, TestingRecords.text(random, length)), i, false);
      written.add("id-" + i);
    }

    List<FinishedShard> shards = writer.finish();

    List<String> read = new ArrayList<>();
    for (FinishedShard shard : shards) {
      CutFile file = shard.file();
      assertThat(Files.size(shard.temporary())).isEqualTo(file.bytes());
      if (file.rows() > 1) {
        assertThat(file.bytes()).isLessThanOrEqualTo(sink.maxFileBytes());
      }
      read.addAll(ids(shard.temporary()));
    }
    assertThat(read).isEqualTo(written);
    assertThat(shards).filteredOn(shard -> shard.file().bytes() > sink.maxFileBytes()).hasSize(6);
    // Not too many either: the bound of a file's size is not much above its size.
    assertThat(shards.stream().mapToLong(shard -> shard.file().bytes()).average().orElse(0))
        .isGreaterThan(sink.maxFileBytes() / 3.0);
  }

  @Test
  void shouldRankByPartitionAndSequence() throws IOException {
    RollingShardWriter writer = writer(5);
    for (int i = 0; i < 3; i++) {
      writer.write(row(i, TestingRecords.text(new Random(i), 80 << 10)), i, false);
    }

    assertThat(writer.finish())
        .extracting(shard -> shard.file().path())
        .containsExactly(
            "en/4.0/CC-MAIN-2024-10/11.parquet",
            "en/4.0/CC-MAIN-2024-10/13.parquet",
            "en/4.0/CC-MAIN-2024-10/15.parquet");
    assertThat(writer.sequence()).isEqualTo(8);
    assertThat(writer.finish()).isEmpty();
  }

  @Test
  void shouldSayInTheFooterWhatIsAFunctionOfTheRecordsAlone() throws IOException {
    RollingShardWriter writer = writer(0);
    writer.write(row(0, "a"), 40, false);
    writer.write(row(1, "b"), 47, false);

    FinishedShard shard = writer.finish().get(0);

    assertThat(footer(shard.temporary()))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "sluice.format", "1",
                "sluice.bucket", "4.0",
                "sluice.dump", DUMP,
                "sluice.partition", "1",
                "sluice.first-record", "40",
                "sluice.last-record", "47",
                "sluice.content", "content-hash"));
  }

  @Test
  void shouldWriteNothingForNoRows() throws IOException {
    assertThat(writer(0).finish()).isEmpty();
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldDeleteOpenAndFinishedFilesWhenDiscarded() throws IOException {
    RollingShardWriter writer = writer(0);
    for (int i = 0; i < 60; i++) {
      writer.write(row(i, TestingRecords.text(new Random(i), 4000)), i, false);
    }
    assertThat(sink.contents("_sluice/tmp")).hasSizeGreaterThan(1);

    writer.discard();

    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldNotFailToDiscardWhatCannotBeDeleted() throws IOException {
    RollingShardWriter writer = writer(0);
    writer.write(row(0, "a"), 0, false);
    writer.flushRowGroup();
    Path temporary = root.resolve("_sluice/tmp/instance");
    try (Stream<Path> files = Files.list(temporary)) {
      for (Path file : files.toList()) {
        Files.delete(file);
        Files.createDirectories(file.resolve("in-the-way"));
      }
    }

    assertThatCode(writer::discard).doesNotThrowAnyException();
  }
}
