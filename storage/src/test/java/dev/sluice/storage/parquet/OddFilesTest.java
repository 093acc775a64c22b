package dev.sluice.storage.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.testing.BrokenParquet;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of odd writers: what other readers take is taken, anything else is refused in words. */
class OddFilesTest {
  private static final ColumnMapping TEXT =
      new ColumnMapping(Optional.empty(), "text", Optional.empty(), Optional.empty());

  @TempDir private Path directory;

  @Test
  void shouldReadAColumnOfAnUnknownLogicalTypeAndRefuseToCopyIt() throws Exception {
    Path path = BrokenParquet.UNKNOWN_LOGICAL_TYPE.write(directory);
    TableFile file = TableFile.open(path);

    assertThat(TestingRows.read(path, TEXT)).hasSize(2);
    assertThat(TestingTables.records(path, file.schema())).hasSize(2);
    assertThatThrownBy(() -> new TableCopy(file))
        .isInstanceOf(SourceFormatException.class)
        .hasMessageStartingWith(path + ": its footer cannot be written again: ");
  }

  @Test
  void shouldPassOverARowGroupWithoutRowsWhereverItSaysItsPagesAre() throws Exception {
    Path path = BrokenParquet.NO_ROWS_AT_ZERO.write(directory);
    TableFile file = TableFile.open(path);

    assertThat(file.dictionaryColumns()).isEmpty();
    assertThat(TableFormat.of(file.schema(), file).dictionary()).isEmpty();
    assertThat(TestingRows.read(path, TEXT)).hasSize(2);
    assertThat(TestingTables.records(path, file.schema())).hasSize(2);
    Path copy = directory.resolve("copy");
    new TableCopy(file).write(0, 2, copy, bytes -> {});
    assertThat(TestingTables.rows(copy)).hasSize(2);
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
