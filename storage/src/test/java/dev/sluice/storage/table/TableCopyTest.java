package dev.sluice.storage.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.TestingCodecs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCopyTest {
  @TempDir private Path directory;

  private Path copy(Path source, int from, int to, String name) throws Exception {
    Path target = directory.resolve(name);
    TableCopy copy = new TableCopy(TableFile.open(source));
    copy.write(from, to, target, bytes -> {});
    long most = copy.baseBytes();
    for (int group = from; group < to; group++) {
      most += copy.bytes(group);
    }
    assertThat(Files.size(target)).isLessThanOrEqualTo(most);
    return target;
  }

  @Test
  void shouldHaveTheRowsOfItsRowGroupsForEveryKindOfFile() throws Exception {
    Random random = new Random(3);
    for (int round = 0; round < 20; round++) {
      RandomTable tables = new RandomTable(random);
      MessageType message = tables.schema();
      WriterVersion version =
          round % 2 == 0 ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
      Path source =
          new TestingFile(CompressionCodecName.ZSTD, version, round % 3 == 0, 17)
              .write(directory.resolve("in" + round), message, tables.rows(message, 100));
      List<String> rows = TestingTables.rows(source);
      int groups = TableFile.open(source).rowGroups();
      List<String> copied = new ArrayList<>();
      int from = 0;
      while (from < groups) {
        int to = Math.min(groups, from + 1 + random.nextInt(3));
        copied.addAll(
            TestingTables.rows(copy(source, from, to, "out%d-%d".formatted(round, from))));
        from = to;
      }
      assertThat(copied).isEqualTo(rows);
    }
  }

  @Test
  void shouldCopyAWholeFileWithAllItsRowGroups() throws Exception {
    MessageType message = TestingFile.schema(TestingFile.DOCUMENTS);
    RandomTable tables = new RandomTable(new Random(5));
    Path source =
        TestingFile.PLAIN
            .rowsPerGroup(40)
            .write(directory.resolve("in"), message, tables.rows(message, 200));
    Path target = copy(source, 0, 5, "out");
    assertThat(Files.readAllBytes(target)).isEqualTo(Files.readAllBytes(source));
  }

  private Path withFilters() throws Exception {
    MessageType message =
        TestingFile.schema(
            "message m { required int64 n; optional binary id (STRING); optional binary text"
                + " (STRING); }");
    Path source = directory.resolve("in");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(source))
            .withType(message)
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new TestingCodecs())
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withBloomFilterEnabled("id", true)
            .withMinRowCountForPageSizeCheck(10)
            .withPageRowCountLimit(10)
            .withRowGroupRowCountLimit(100)
            .withWriteMode(Mode.OVERWRITE)
            .build()) {
      for (int i = 0; i < 500; i++) {
        Group row = TestingFile.row(message);
        row.add("n", (long) i);
        row.add("id", "id" + i);
        row.add("text", "some text of row " + i);
        writer.write(row);
      }
    }
    return source;
  }

  @Test
  void shouldLeadReadersByTheIndexesAndBloomFiltersOfTheOther() throws Exception {
    Path source = withFilters();
    Path target = copy(source, 2, 5, "out");
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(target), options());
        ParquetFileReader before = ParquetFileReader.open(new LocalInputFile(source), options())) {
      for (int group = 0; group < 3; group++) {
        BlockMetaData block = reader.getRowGroups().get(group);
        BlockMetaData was = before.getRowGroups().get(group + 2);
        assertThat(block.getRowCount()).isEqualTo(100);
        assertThat(block.getStartingPos()).isLessThan(was.getStartingPos());
        for (int leaf = 0; leaf < 3; leaf++) {
          ColumnChunkMetaData column = block.getColumns().get(leaf);
          assertThat(reader.readColumnIndex(column).getMinValues())
              .isEqualTo(before.readColumnIndex(was.getColumns().get(leaf)).getMinValues());
          assertThat(reader.readOffsetIndex(column).getPageCount()).isEqualTo(10);
          assertThat(reader.readOffsetIndex(column).getOffset(0))
              .isEqualTo(column.getFirstDataPageOffset());
        }
        assertThat(
                reader
                    .readBloomFilter(block.getColumns().get(1))
                    .findHash(
                        reader
                            .readBloomFilter(block.getColumns().get(1))
                            .hash(Binary.fromString("id" + (250 + 100 * group)))))
            .isTrue();
      }
    }
  }

  private static ParquetReadOptions options() {
    return ParquetReadOptions.builder(new PlainParquetConfiguration())
        .withCodecFactory(new TestingCodecs())
        .build();
  }

  @Test
  void shouldLeaveNothingWhereThePagesAreNotWhatTheFooterSays() throws Exception {
    Path source = withFilters();
    byte[] bytes = Files.readAllBytes(source);
    for (int i = 4; i < 40; i++) {
      bytes[i] = (byte) 0xFF;
    }
    Path broken = Files.write(directory.resolve("broken"), bytes);
    TableCopy copy = new TableCopy(TableFile.open(broken));
    Path target = directory.resolve("out");
    assertThatThrownBy(() -> copy.write(0, 1, target, done -> {}))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("row group 0");
    assertThat(target).doesNotExist();
  }
}
