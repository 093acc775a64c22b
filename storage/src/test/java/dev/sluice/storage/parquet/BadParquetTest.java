package dev.sluice.storage.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files that have broken other readers: each ends in one typed error, or in the right rows. */
@Timeout(20)
class BadParquetTest {
  @Test
  void shouldRefuseASchemaOfAnUnknownType() throws Exception {
    assertRefused("PARQUET-1481", "text", "score", "broken");
  }

  @Test
  void shouldRefuseADictionaryWithANegativeCount() throws Exception {
    assertThatThrownBy(() -> values("ARROW-RS-GH-6229-DICTHEADER", "nation_key"))
        .hasMessageContaining("no page header at 4");
    assertRefused("ARROW-RS-GH-6229-DICTHEADER", "name", "nation_key", "column name declares");
  }

  @Test
  void shouldRefuseRepeatedColumns() throws Exception {
    assertRefused("ARROW-RS-GH-6229-LEVELS", "outer.list.item.c", "outer.list.item.c", "repeated");
    assertRefused("ARROW-GH-45185", "x.list.element", "x.list.element", "repeated");
  }

  @Test
  void shouldRefuseNullsInARequiredColumn() throws Exception {
    ColumnDescriptor column = column("ARROW-GH-47662", "flba_field");

    assertThat(column.getMaxDefinitionLevel()).isZero();
    assertThatThrownBy(() -> values("ARROW-GH-47662", "flba_field"))
        .isInstanceOf(RuntimeException.class)
        .hasMessageContaining("flba_field");
  }

  @Test
  void shouldReadDictionaryNumbersOfNoBits() throws Exception {
    List<Double> values = values("ARROW-GH-43605", "min_fl");

    assertThat(values).hasSize(21186).containsOnly(0.0);
  }

  @Test
  void shouldReadTheSoundColumnsOfAFileWithUnequalOnes() throws Exception {
    List<TestingRows.Row> rows =
        TestingRows.read(file("ARROW-GH-41317"), mapping("string", "int8"));

    assertThat(rows)
        .extracting(TestingRows.Row::text)
        .containsExactly(
            Optional.of("abcd"),
            Optional.of(""),
            Optional.empty(),
            Optional.of("c"),
            Optional.of("d"));
  }

  @Test
  void shouldEndEveryPairOfColumnsInRowsOrOneTypedError() throws Exception {
    int refused = 0;
    for (Path file : SharedData.files("bad-parquet")) {
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

  private static void assertRefused(String name, String text, String score, String reason)
      throws Exception {
    Path file = file(name);
    assertThatThrownBy(() -> TestingRows.read(file, mapping(text, score)))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageContaining(reason);
  }

  private static ColumnMapping mapping(String text, String score) {
    return new ColumnMapping(Optional.empty(), text, score, Optional.empty());
  }

  private static Path file(String name) throws IOException {
    return SharedData.files("bad-parquet").stream()
        .filter(file -> file.endsWith(name + ".parquet"))
        .findAny()
        .orElseThrow();
  }

  private static ColumnDescriptor column(String name, String path) throws IOException {
    return SourceFooter.read(file(name)).schema().getColumnDescription(path.split("\\."));
  }

  /** The numbers of a column, or the lengths of its strings, without a mapping. */
  private static List<Double> values(String name, String path) throws IOException {
    SourceFooter footer = SourceFooter.read(file(name));
    ColumnMetaData data = footer.data().getRow_groups().get(0).getColumns().get(0).getMeta_data();
    ColumnChunkSpan span =
        new ColumnChunkSpan(
            column(name, path),
            SourceCodec.of(data.getCodec()).orElseThrow(),
            data.isSetDictionary_page_offset()
                ? data.getDictionary_page_offset()
                : data.getData_page_offset(),
            data.getTotal_compressed_size(),
            data.getTotal_uncompressed_size(),
            data.getNum_values());
    List<Double> values = new ArrayList<>();
    try (SourceFile source = SourceFile.open(footer.file());
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
