package dev.sluice.jobs.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes sources whose texts say where they come from, and reads samples. */
final class TestingSources {
  private static final TableFormat FORMAT = TableFormat.of(TableSchema.strings(List.of("text")));

  private TestingSources() {}

  /** A text of row n of a file is {@code "{name}#{n}"}, padded. */
  static String text(String name, long row) {
    return name + "#" + row + " " + "x".repeat((int) (row % 50));
  }

  static void parquet(Path directory, String name, int rows, int rowsPerGroup) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    TableWriter writer = new TableWriter(FORMAT, file);
    RecordBuffer record = new RecordBuffer();
    for (int begin = 0; begin < rows; begin += rowsPerGroup) {
      TableRowGroup group = new TableRowGroup(FORMAT);
      for (int row = begin; row < Math.min(rows, begin + rowsPerGroup); row++) {
        byte[] text = text(name, row).getBytes(UTF_8);
        record.clear();
        record.level(1);
        record.variable(text, 0, text.length);
        group.write(record.bytes(), 0, record.length());
      }
      group.finish();
      writer.append(group);
    }
    writer.complete();
  }

  static void lines(Path directory, String name, int rows, String field) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      lines.add("{\"id\": %d, \"%s\": \"%s\"}".formatted(row, field, text(name, row)));
    }
    Files.write(file, lines);
  }

  /** All values of a column of a sample's files, in order. */
  static List<Optional<String>> column(Path output, List<String> files, String column)
      throws Exception {
    List<Optional<String>> values = new ArrayList<>();
    for (String file : files) {
      ParquetSource source =
          ParquetSource.open(output.resolve(file), ColumnMapping.textAlone(column));
      for (int group = 0; group < source.rowGroups(); group++) {
        source.read(
            group,
            row ->
                values.add(
                    row.hasText()
                        ? Optional.of(
                            new String(row.textBytes(), row.textOffset(), row.textLength(), UTF_8))
                        : Optional.empty()));
      }
    }
    return values;
  }
}
