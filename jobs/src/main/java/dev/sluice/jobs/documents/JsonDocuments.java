package dev.sluice.jobs.documents;

import dev.sluice.storage.jsonl.JsonObjects;
import dev.sluice.storage.jsonl.JsonShape;
import dev.sluice.storage.jsonl.JsonText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/**
 * A JSON file; its rows are its unmodified objects.
 *
 * @param shape of the file
 */
public record JsonDocuments(TextFile file, DocumentColumns columns, JsonShape shape)
    implements DocumentFile {
  /** Fields that occur in none of this many objects are considered missing. */
  private static final int SURVEYED = 1_000;

  static JsonDocuments open(TextFile file, DocumentColumns columns) throws IOException {
    try (JsonObjects objects = objects(file, columns)) {
      return new JsonDocuments(file, columns, objects.shape());
    }
  }

  private static JsonObjects objects(TextFile file, DocumentColumns columns) throws IOException {
    return JsonObjects.open(file.path(), columns.maxRowBytes(), IoRetry.THREE_TIMES);
  }

  /** The fields that none of the first 1,000 objects has. */
  @Override
  public Set<String> lacking(Set<String> fields) throws IOException {
    Set<String> lacking = new TreeSet<>(fields);
    JsonText object = new JsonText(columns.text(), fields);
    try (JsonObjects objects = objects(file, columns)) {
      while (!lacking.isEmpty() && objects.row() + 1 < SURVEYED && objects.next()) {
        if (objects.problem().isEmpty()
            && object.read(objects.buffer(), objects.offset(), objects.length()).isEmpty()) {
          lacking.removeIf(
              field -> object.value(field).isPresent() || object.elements(field).isPresent());
        }
      }
    }
    return lacking;
  }

  @Override
  public RowSource rows() throws IOException {
    return objects(file, columns);
  }

  @Override
  public RowForm form() {
    return new JsonForm(columns);
  }
}
