package dev.sluice.storage.text;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.json.RecordField;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Some fields of one row of a file, beside its text. */
public final class ChosenFields {
  private ChosenFields() {}

  /**
   * Reads fields. Of Parquet, these columns of a row group are read up to the row; of JSON, the
   * file up to the object.
   *
   * @param columns as the row was found with
   * @param row its index in the file
   * @param names of columns or fields, with dots for those of structs and objects
   * @return the values that there are, as texts
   * @throws SourceFormatException if the file is broken there, or has no such row
   * @throws IOException if it cannot be read
   */
  public static SortedMap<String, String> of(
      Path file, TextColumns columns, long row, Set<String> names) throws IOException {
    return TextFormat.of(file) == TextFormat.PARQUET
        ? ofTable(TableFile.open(file), row, names)
        : ofObjects(file, columns, row, names);
  }

  private static SortedMap<String, String> ofTable(TableFile table, long row, Set<String> names)
      throws IOException {
    TableSchema schema = table.schema().only(names);
    if (schema.columns() == 0) {
      return new TreeMap<>();
    }
    RecordReader record = new RecordReader(schema);
    try (RowSource rows = table.rows(schema, new RowBuffers(RecordBuffer.MAX_BYTES))) {
      goTo(row, rows);
      record.set(rows.buffer(), rows.offset(), rows.length());
      return values(
          names, name -> RecordField.of(schema, name).flatMap(field -> field.text(record)));
    }
  }

  private static SortedMap<String, String> ofObjects(
      Path file, TextColumns columns, long row, Set<String> names) throws IOException {
    JsonText object = new JsonText(columns.text(), names);
    try (RowSource rows = JsonObjects.open(file, columns.maxBytes(), object, IoRetry.THREE_TIMES)) {
      goTo(row, rows);
      return values(names, object::valueText);
    }
  }

  private static void goTo(long row, RowSource rows) throws IOException {
    rows.skipTo(row);
    if (!rows.next() || rows.problem().isPresent()) {
      throw new SourceFormatException(rows.file(), "has no row %d".formatted(row));
    }
  }

  private static SortedMap<String, String> values(
      Set<String> names, Function<String, Optional<String>> values) {
    SortedMap<String, String> found = new TreeMap<>();
    for (String name : names) {
      values.apply(name).ifPresent(value -> found.put(name, value));
    }
    return found;
  }
}
