package dev.sluice.storage.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.json.TableFields;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All texts of a file, and the rows that have none. */
public record Texts(List<String> texts, List<Long> rows, List<String> rejections) {
  public static final String NULL = "<null>";

  public static Texts of(Path file, String column, int maxBytes) throws IOException {
    if (TextFormat.of(file.getFileName().toString()).orElseThrow() == TextFormat.JSONL) {
      Set<String> required = Set.of(column);
      try (RowSource rows = JsonObjects.openRequiring(file, maxBytes, required, IoRetry.NEVER)) {
        return read(rows, new JsonText(column), maxBytes);
      }
    }
    TableFile table = TableFile.open(file);
    TableFields.requireText(table, column);
    TableSchema schema = table.schema().only(Set.of(column));
    try (RowSource rows = table.rows(schema, new RowBuffers(maxBytes + (1 << 20)))) {
      return read(rows, new TableFields(schema, column), maxBytes);
    }
  }

  public static Texts of(Path path, String column) throws IOException {
    return of(path, column, 16 << 20);
  }

  public static Texts of(Path path) throws IOException {
    return of(path, "text");
  }

  private static Texts read(RowSource rows, RowFields fields, int maxBytes) throws IOException {
    Texts read = new Texts(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    while (rows.next()) {
      Optional<RowProblem> problem = rows.problem().or(() -> problem(rows, fields, maxBytes));
      if (problem.isPresent()) {
        String place = rows.line() > 0 ? "line " + rows.line() : "row " + rows.row();
        read.rejections.add(place + ": " + problem.get());
      } else {
        read.rows.add(rows.row());
        read.texts.add(
            fields.isNull()
                ? NULL
                : new String(fields.buffer(), fields.offset(), fields.length(), UTF_8));
      }
    }
    return read;
  }

  private static Optional<RowProblem> problem(RowSource row, RowFields fields, int maxBytes) {
    fields.read(row.buffer(), row.offset(), row.length());
    return fields.isNull() ? Optional.empty() : fields.textProblem(maxBytes);
  }
}
