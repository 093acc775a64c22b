package dev.sluice.storage.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.page.ColumnChunkSpan.SourceCodec;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.TestingRows;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TestingTables;
import dev.sluice.storage.testing.BrokenParquet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that have broken other readers: each ends in one typed error, or in the right rows. */
@Timeout(120)
class BadParquetTest {
  @TempDir private Path directory;

  @Test
  void shouldRefuseASchemaOfAnUnknownType() throws Exception {
    assertRefused(BrokenParquet.UNKNOWN_TYPE, "text", "score", "broken");
  }

  @Test
  void shouldRefuseADictionaryWithANegativeCount() throws Exception {
    Path file = file(BrokenParquet.NEGATIVE_DICTIONARY);

    assertThat(TestingRows.read(file, mapping("comment_col", "region_key"))).hasSize(25);
    assertThatThrownBy(() -> values(file, "nation_key"))
        .hasMessageContaining("no valid page header at offset 4");
    assertRefused(
        BrokenParquet.NEGATIVE_DICTIONARY,
        "comment_col",
        "nation_key",
        "no valid page header at offset 4");
    assertRefused(
        BrokenParquet.NEGATIVE_DICTIONARY,
        "name",
        "region_key",
        "bytes cannot have the declared -26 values");
  }

  @Test
  void shouldRefusePagesAfterTheFooter() throws Exception {
    assertRefused(
        BrokenParquet.MISSING_PAGES, "name", "nation_key", "row group 0 column name declares");
  }

  @Test
  void shouldRefuseRepeatedColumns() throws Exception {
    assertRefused(
        BrokenParquet.FEW_REPETITION_LEVELS, "outer.list.item.c", "outer.list.item.c", "repeated");
    assertRefused(
        BrokenParquet.REPETITION_BEGINS_WITH_ONE, "x.list.element", "x.list.element", "repeated");
  }

  @Test
  void shouldRefuseRepetitionThatDoesNotFitThePage() throws Exception {
    assertTableRefused(
        BrokenParquet.FEW_REPETITION_LEVELS, "a page declares 21 values, but only 1 of 1 are left");
    assertTableRefused(
        BrokenParquet.REPETITION_BEGINS_WITH_ONE,
        "column x.list.element has repetition level 1 and definition level 1 at the beginning of a"
            + " row");
  }

  @Test
  void shouldRefuseLevelsThatEndEarly() throws Exception {
    Path file = file(BrokenParquet.FEW_DEFINITION_LEVELS);

    assertThat(TestingRows.read(file, mapping("string", "int32"))).hasSize(5);
    assertRefused(
        BrokenParquet.FEW_DEFINITION_LEVELS,
        "string",
        "int64",
        "a page is truncated: 0 bytes are left, but 1 are needed");
    assertRefused(
        BrokenParquet.FEW_DEFINITION_LEVELS,
        "string",
        "float64",
        "a page of 3 values has levels for only 2");
  }

  @Test
  void shouldRefuseNullsInARequiredColumn() throws Exception {
    Path file = file(BrokenParquet.REQUIRED_NULLS);

    assertThat(column(file, "flba_field").getMaxDefinitionLevel()).isZero();
    assertThatThrownBy(() -> values(file, "flba_field"))
        .isInstanceOf(RuntimeException.class)
        .hasMessageContaining("flba_field");
    assertTableRefused(BrokenParquet.REQUIRED_NULLS, "flba_field");
  }

  @Test
  void shouldReadDictionaryNumbersOfNoBits() throws Exception {
    List<Double> values = values(file(BrokenParquet.NUMBERS_OF_NO_BITS), "min_fl");

    assertThat(values).hasSize(21186).containsOnly(0.0);
  }

  @Test
  void shouldReadTheSoundColumnsOfAFileWithUnequalOnes() throws Exception {
    List<TestingRows.Row> rows =
        TestingRows.read(file(BrokenParquet.UNEQUAL_COLUMNS), mapping("string", "int8"));

    assertThat(rows)
        .extracting(TestingRows.Row::text)
        .containsExactly(
            Optional.of("abcd"),
            Optional.of(""),
            Optional.empty(),
            Optional.of("c"),
            Optional.of("d"));
    assertRefused(BrokenParquet.UNEQUAL_COLUMNS, "string", "int64", "row group 0");
  }

  @Test
  void shouldEndEveryPairOfColumnsInRowsOrOneTypedError() throws Exception {
    int refused = 0;
    for (Path file : BrokenParquet.writeAll(directory)) {
      for (String text : paths(file)) {
        for (String score : List.of("int32", "float64", "nation_key", text)) {
          refused += refuses(file, mapping(text, score)) ? 1 : 0;
        }
      }
    }
    assertThat(refused).isPositive();
  }

  private static boolean refuses(Path file, ColumnMapping mapping) throws Exception {
    try {
      long rows = ParquetSource.open(file, mapping).rows();
      assertThat(TestingRows.read(file, mapping)).hasSize((int) rows);
      return false;
    } catch (SourceFormatException e) {
      assertThat(e.reason()).isNotBlank();
      return true;
    }
  }

  private static List<String> paths(Path file) throws IOException {
    try {
      return SourceFooter.read(file).schema().getColumns().stream()
          .map(column -> String.join(".", column.getPath()))
          .toList();
    } catch (SourceFormatException e) {
      return List.of("text");
    }
  }

  private void assertRefused(BrokenParquet broken, String text, String score, String reason)
      throws Exception {
    Path file = file(broken);
    assertThatThrownBy(() -> TestingRows.read(file, mapping(text, score)))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(reason);
  }

  private void assertTableRefused(BrokenParquet broken, String reason) throws Exception {
    TableFile file = TableFile.open(file(broken));
    assertThatThrownBy(() -> TestingTables.records(file.file(), file.schema()))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(reason);
  }

  private static ColumnMapping mapping(String text, String score) {
    return new ColumnMapping(Optional.empty(), text, score, Optional.empty());
  }

  private Path file(BrokenParquet broken) throws IOException {
    return broken.write(directory);
  }

  private static ColumnDescriptor column(Path file, String path) throws IOException {
    return SourceFooter.read(file).schema().getColumnDescription(path.split("\\."));
  }

  /** The numbers of the first column, or the lengths of its strings, without a mapping. */
  private static List<Double> values(Path file, String path) throws IOException {
    SourceFooter footer = SourceFooter.read(file);
    ColumnMetaData data = footer.data().getRow_groups().get(0).getColumns().get(0).getMeta_data();
    ColumnChunkSpan span =
        new ColumnChunkSpan(
            column(file, path),
            SourceCodec.of(data.getCodec()).orElseThrow(),
            data.isSetDictionary_page_offset()
                ? data.getDictionary_page_offset()
                : data.getData_page_offset(),
            data.getTotal_compressed_size(),
            data.getTotal_uncompressed_size(),
            data.getNum_values(),
            false);
    List<Double> values = new ArrayList<>();
    try (SourceFile source = SourceFile.open(footer.file(), IoRetry.NEVER);
        PageDecompressor decompressor = new PageDecompressor()) {
      ChunkStream stream = new ChunkStream(source, span, footer.position(), new PageBuffers());
      ColumnCursor cursor = new ColumnCursor(span, new ChunkPages(span, stream, decompressor));
      for (long i = 0; i < span.values(); i++) {
        assertThat(cursor.isPresent()).isTrue();
        values.add(
            switch (span.descriptor().getPrimitiveType().getPrimitiveTypeName()) {
              case INT32 -> (double) cursor.value().getInteger();
              default -> (double) cursor.value().getBinary().length();
            });
        cursor.advance();
      }
    }
    return values;
  }
}
