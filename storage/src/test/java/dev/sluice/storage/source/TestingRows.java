package dev.sluice.storage.source;

import dev.sluice.core.DumpName;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.table.TestingFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.MessageType;

/** Documents as values, to be written to a source and to be compared with what is read. */
public final class TestingRows {
  public static final ColumnMapping MAPPING =
      new ColumnMapping(Optional.of("id"), "text", "score", Optional.of("dump"));

  private TestingRows() {}

  /** One row as it is read. */
  public record Row(
      long number, Optional<String> id, Optional<String> text, OptionalDouble score, String dump) {}

  public static List<Row> read(Path file, ColumnMapping mapping)
      throws IOException, InterruptedException {
    ParquetSource source = ParquetSource.open(file, mapping);
    ColumnBuffers buffers = new ColumnBuffers(Runtime.getRuntime().maxMemory() / 2, 1 << 20);
    List<Row> rows = new ArrayList<>();
    for (int group = 0; group < source.rowGroups(); group++) {
      source.read(group, buffers, row -> rows.add(copy(row)));
    }
    return rows;
  }

  /** A value of each row of a row group. */
  static <T> List<T> each(ParquetSource source, int rowGroup, Function<SourceRow, T> value)
      throws IOException, InterruptedException {
    List<T> values = new ArrayList<>();
    source.read(rowGroup, row -> values.add(value.apply(row)));
    return values;
  }

  public static Row copy(SourceRow row) {
    return new Row(
        row.row(),
        row.hasId() ? Optional.of(new String(row.id(), StandardCharsets.UTF_8)) : Optional.empty(),
        row.hasText() ? Optional.of(text(row)) : Optional.empty(),
        row.hasScore() ? OptionalDouble.of(row.score()) : OptionalDouble.empty(),
        row.dump());
  }

  private static String text(SourceRow row) {
    return new String(row.textBytes(), row.textOffset(), row.textLength(), StandardCharsets.UTF_8);
  }

  /** Rows with every field null now and then, repeated texts and dumps, and non-ASCII text. */
  public static List<Row> documents(int count) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          new Row(
              i,
              i % 7 == 3 ? Optional.empty() : Optional.of("<urn:uuid:" + i + ">"),
              i % 11 == 5
                  ? Optional.empty()
                  : Optional.of("Größe 漢字 %d ".formatted(i % 9).repeat(i)),
              i % 5 == 4 ? OptionalDouble.empty() : OptionalDouble.of(i / 8.0),
              i % 13 == 6 ? DumpName.UNKNOWN : "CC-MAIN-2024-" + (10 + i / 20)));
    }
    return rows;
  }

  /** Writes a file of one row group below a directory, each row filled by a consumer. */
  @SafeVarargs
  static Path write(Path directory, String columns, Consumer<Group>... rows) throws IOException {
    MessageType schema = TestingFile.schema("message m { %s }".formatted(columns));
    List<Group> groups = new ArrayList<>();
    for (Consumer<Group> fill : rows) {
      Group row = TestingFile.row(schema);
      fill.accept(row);
      groups.add(row);
    }
    return TestingFile.PLAIN.write(directory.resolve("rows.parquet"), schema, groups);
  }

  /** The same rows for Parquet's own writer. */
  public static List<Group> groups(MessageType schema, List<Row> rows) {
    return rows.stream().map(row -> group(schema, row)).toList();
  }

  private static Group group(MessageType schema, Row row) {
    Group group = TestingFile.row(schema);
    group.add("token_count", row.number());
    row.id().ifPresent(id -> group.add("id", id));
    row.text().ifPresent(text -> group.add("text", text));
    row.score().ifPresent(score -> group.add("score", score));
    if (!row.dump().equals(DumpName.UNKNOWN)) {
      group.add("dump", row.dump());
    }
    return group;
  }
}
