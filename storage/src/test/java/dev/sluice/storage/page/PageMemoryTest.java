package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.PageMemory.PagesTooLargeException;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.TestingRows;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.table.TestingTables;
import dev.sluice.storage.testing.BrokenParquet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that unpack to more than there is memory for, refused before it is allocated. */
@Timeout(120)
class PageMemoryTest {
  private static final int TEXT_BYTES = 3_000_000;
  private static final ColumnMapping TEXT =
      new ColumnMapping(Optional.empty(), "text", Optional.empty(), Optional.empty());

  @TempDir private Path directory;

  @Test
  void shouldRefuseAPageThatUnpacksToFarMoreThanItsBytes() throws Exception {
    Path file = BrokenParquet.UNPACKS_TO_A_GIGABYTE.write(directory);

    assertThatThrownBy(() -> TestingRows.read(file, TEXT))
        .isInstanceOf(SourceFormatException.class)
        .hasMessage(
            file
                + ": row group 0: row 0: column text: a page of 6 bytes expands to 1,000,000,000"
                + " bytes; a page that expands to more than 268,435,456 bytes must not expand more"
                + " than 1,000 times");
    assertThatThrownBy(() -> TestingTables.records(file, TableFile.open(file).schema()))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining("row group 0: row 0: column text: a page of 6 bytes expands to");
  }

  @Test
  void shouldReadARowGroupWithinItsMemoryOrSayWhatItTakes() throws Exception {
    Path file = texts("two");
    ParquetSource source = ParquetSource.open(file, TEXT);
    List<Integer> lengths = new ArrayList<>();

    source.read(0, pages(4 * TEXT_BYTES), row -> lengths.add(row.textLength()));
    assertThat(lengths).containsExactly(1, TEXT_BYTES);
    assertThatThrownBy(() -> source.read(0, pages(TEXT_BYTES), row -> {}))
        .isInstanceOf(PagesTooLargeException.class)
        .hasMessageStartingWith(
            file + ": row group 0: row 0: column text: reading a page takes 3,000,0")
        .hasMessageContaining("at most 3,000,000 are allowed")
        .hasMessageEndingWith("increase the memory of the command, or omit the file");
  }

  @Test
  void shouldCountThePagesOfAllColumnsTogether() throws Exception {
    Path path = texts("two");
    TableFile file = TableFile.open(path);

    assertThat(rows(file, new RowBuffers(1 << 30, 8L * TEXT_BYTES))).isEqualTo(2);
    assertThatThrownBy(() -> rows(file, new RowBuffers(1 << 30, 2L * TEXT_BYTES)))
        .isInstanceOf(PagesTooLargeException.class)
        .hasMessageContaining("column more.list: reading a page takes 3,000,0")
        .hasMessageContaining("in addition to 3,0");
  }

  @Test
  void shouldRefuseDifferencesThatNoBytesAreThereFor() throws Exception {
    Path file = BrokenParquet.A_BILLION_DELTAS.write(directory);

    assertThatThrownBy(() -> TestingTables.records(file, TableFile.open(file).schema()))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(
            "1000000000 values in blocks of 128 with 4 miniblocks, in 1 bytes of a page");
  }

  private static ColumnBuffers pages(long maxBytes) {
    return new ColumnBuffers(maxBytes, 0);
  }

  private static long rows(TableFile file, RowBuffers buffers) throws IOException {
    long rows = 0;
    try (RecordRows read = file.rows(0, file.schema(), buffers)) {
      while (read.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** A row group of two rows whose columns, one of them a list, have a page that unpacks large. */
  private Path texts(String name) throws IOException {
    MessageType schema =
        TestingFile.schema(
            "message m { required binary text; required group more { repeated binary list; } }");
    List<Group> rows = new ArrayList<>();
    for (int bytes : new int[] {1, TEXT_BYTES}) {
      Group row = TestingFile.row(schema);
      row.add("text", "a".repeat(bytes));
      row.addGroup("more").append("list", "b".repeat(bytes));
      rows.add(row);
    }
    TestingFile zstd =
        new TestingFile(CompressionCodecName.ZSTD, WriterVersion.PARQUET_1_0, false, 100);
    return zstd.write(directory.resolve(name + ".parquet"), schema, rows);
  }
}
