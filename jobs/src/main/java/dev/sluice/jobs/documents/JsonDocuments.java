package dev.sluice.jobs.documents;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonShape;
import dev.sluice.storage.json.JsonText;
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
  private static final int SURVEYED = 10_000;

  static JsonDocuments open(TextFile file, DocumentColumns columns) throws IOException {
    try (JsonObjects objects = objects(file, columns)) {
      return new JsonDocuments(file, columns, objects.shape());
    }
  }

  private static JsonObjects objects(TextFile file, DocumentColumns columns) throws IOException {
    return JsonObjects.openRequiring(
        file.path(), columns.maxRowBytes(), columns.needed(), IoRetry.THREE_TIMES);
  }

  /** The fields that none of the first 10,000 objects has; none if there are no objects. */
  @Override
  public Set<String> lacking(Set<String> fields) throws IOException {
    Set<String> lacking = new TreeSet<>(fields);
    boolean isAnyRead = false;
    JsonText object = new JsonText(columns.text(), fields);
    try (JsonObjects objects = objects(file, columns)) {
      while (!lacking.isEmpty() && objects.row() + 1 < SURVEYED && objects.next()) {
        if (objects.problem().isEmpty()) {
          object.read(objects.buffer(), objects.offset(), objects.length());
          isAnyRead = true;
          lacking.removeIf(object::has);
        }
      }
    }
    return isAnyRead ? lacking : Set.of();
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
