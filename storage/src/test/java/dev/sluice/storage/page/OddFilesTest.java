package dev.sluice.storage.page;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.TestingRows;
import dev.sluice.storage.source.TextPages;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TestingTables;
import dev.sluice.storage.testing.BrokenParquet;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of odd writers: what other readers take is taken, anything else is refused in words. */
class OddFilesTest {
  private static final ColumnMapping TEXT =
      new ColumnMapping(Optional.empty(), "text", Optional.empty(), Optional.empty());

  @TempDir private Path directory;

  @Test
  void shouldReadAColumnOfAnUnknownLogicalType() throws Exception {
    Path path = BrokenParquet.UNKNOWN_LOGICAL_TYPE.write(directory);
    TableFile file = TableFile.open(path);

    assertThat(TestingRows.read(path, TEXT)).hasSize(2);
    assertThat(TestingTables.records(path, file.schema())).hasSize(2);
  }

  @Test
  void shouldSkipARowGroupWithoutRowsWhereverItSaysItsPagesAre() throws Exception {
    Path path = BrokenParquet.NO_ROWS_AT_ZERO.write(directory);
    TableFile file = TableFile.open(path);

    assertThat(file.dictionaryColumns()).isEmpty();
    assertThat(TableFormat.of(file.schema(), file).dictionary()).isEmpty();
    assertThat(TestingRows.read(path, TEXT)).hasSize(2);
    assertThat(TestingTables.records(path, file.schema())).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "NO_UNPACKED_SIZE",
        "REPETITION_OF_A_FLAT_COLUMN",
        "PACKED_BUT_NOT_MARKED",
        "EMPTY_RUN"
      })
  void shouldReadWhatOtherReadersRead(BrokenParquet odd) throws Exception {
    Path path = odd.write(directory);
    TableFile file = TableFile.open(path);

    assertThat(TestingTables.records(path, file.schema())).hasSize(2);
    assertThat(TestingRows.read(path, TEXT))
        .hasSize(2)
        .extracting(TestingRows.Row::text)
        .allMatch(text -> text.isPresent() == (odd != BrokenParquet.EMPTY_RUN));
    ParquetSource source = ParquetSource.open(path, TEXT);
    try (TextPages texts = source.openTexts(0, new PageBuffers())) {
      assertThat(texts.text(1).isPresent()).isEqualTo(odd != BrokenParquet.EMPTY_RUN);
    }
  }

  @Test
  void shouldReportTheMemoryOfAReadWhereTheFooterDoesNot() throws Exception {
    Path path = BrokenParquet.NO_UNPACKED_SIZE.write(directory);

    assertThat(ParquetSource.open(path, TEXT).uncompressedBytes(0)).isBetween(1000L, 1100L);
    assertThat(TableFile.open(path).uncompressedBytes()).isBetween(1000L, 1100L);
  }

  @Test
  void shouldRefuseAnEmptyRunWhereThereAreValues() throws Exception {
    Path path = BrokenParquet.EMPTY_RUN.write(directory);
    byte[] bytes = Files.readAllBytes(path);
    bytes[new String(bytes, ISO_8859_1).indexOf("\2\0\0\0\4\0") + 5] = 1;
    Files.write(path, bytes);

    assertThatThrownBy(() -> TestingRows.read(path, TEXT))
        .isInstanceOf(SourceFormatException.class);
    assertThatThrownBy(() -> TestingTables.records(path, TableFile.open(path).schema()))
        .isInstanceOf(SourceFormatException.class);
  }

  @Test
  void shouldRefuseAFooterThatTakesMoreThanIsAllowed() throws Exception {
    SourceFooter footer = SourceFooter.read(BrokenParquet.NO_ROWS_AT_ZERO.write(directory));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer.data(), out);
    byte[] bytes = out.toByteArray();

    ThriftStruct.parse(new FileMetaData(), bytes, bytes.length, 10_000);
    assertThatThrownBy(() -> ThriftStruct.parse(new FileMetaData(), bytes, bytes.length, 5 * 256))
        .isInstanceOf(PageMemory.PageTooLarge.class)
        .hasMessage("more than 5 structures take more than the 1,280 bytes allowed");
  }

  @Test
  void shouldRefuseASchemaOfManyLevelsInWords() throws Exception {
    Path path = BrokenParquet.DEEP_SCHEMA.write(directory);

    assertThatThrownBy(() -> TableFile.open(path))
        .isInstanceOf(SourceFormatException.class)
        .hasMessage(path + ": its schema is nested more than 500 levels deep");
  }

  @Test
  void shouldRefuseAStructureWithoutFieldsInWords() throws Exception {
    Path path = BrokenParquet.EMPTY_GROUP.write(directory);

    assertThatThrownBy(
            () -> {
              TableFile file = TableFile.open(path);
              TableFormat.of(file.schema(), file);
            })
        .isInstanceOf(SourceFormatException.class)
        .hasMessage(
            path + ": column nothing is a structure without fields, which cannot be written");
  }
}
