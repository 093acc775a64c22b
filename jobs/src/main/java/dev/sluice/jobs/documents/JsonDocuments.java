package dev.sluice.jobs.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.documents.DocumentFile.RowForm;
import dev.sluice.jobs.documents.DocumentScorers.AddedNumbers;
import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonShape;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A JSON file. Its rows are its unmodified objects.
 *
 * @param shape the way in which the file arranges its objects
 */
public record JsonDocuments(TextFile file, DocumentColumns columns, JsonShape shape)
    implements DocumentFile {
  /**
   * Number of objects searched for a field; a field that occurs in none of them is considered
   * missing.
   */
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

  /**
   * Returns which of these fields are in none of the first 10,000 objects. The result is empty if
   * the file has no objects.
   */
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

  /** Finds documents in JSON objects. */
  static final class JsonForm implements RowForm {
    private final DocumentColumns columns;
    private final JsonText object;

    /** Appends bytes to the current row. */
    private static final class RowStream extends OutputStream {
      private final ByteRows rows;

      RowStream(ByteRows rows) {
        this.rows = rows;
      }

      @Override
      public void write(int value) {
        rows.append(value);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) {
        rows.append(bytes, offset, length);
      }
    }

    JsonForm(DocumentColumns columns) {
      this.columns = columns;
      Set<String> others = new TreeSet<>(columns.fields());
      others.add(columns.id());
      others.addAll(columns.added());
      this.object = new JsonText(columns.text(), others);
    }

    @Override
    public RowFields fields() {
      return object;
    }

    @Override
    public Optional<RowProblem> conflict() {
      for (String added : columns.added()) {
        if (object.has(added)) {
          return Optional.of(present(added));
        }
      }
      return Optional.empty();
    }

    private static RowProblem present(String column) {
      return new RowProblem(
          RowProblem.COLUMN_PRESENT,
          "the object already has a field %s: choose a different name for the scores (column: NAME)"
              .formatted(column));
    }

    /** Inserts the columns after the last field, before the brace that ends the object. */
    @Override
    public void add(AddedNumbers added, ByteRows to) {
      byte[] behind = to.cutAtLast('}');
      for (int i = 0; i < added.numbers().length; i++) {
        String number =
            Double.isNaN(added.numbers()[i]) ? "null" : Double.toString(added.numbers()[i]);
        byte[] field = ",\"%s\":%s".formatted(added.names().get(i), number).getBytes(UTF_8);
        to.append(field, 0, field.length);
      }
      to.append(behind, 0, behind.length);
    }

    @Override
    public void write(ByteRows rows, int row, byte[] text, ByteRows to) {
      try {
        object.writeWith(text, 0, text.length, new RowStream(to));
      } catch (IOException e) {
        throw new UncheckedIOException(e); // cannot happen: the target is memory
      }
    }
  }
}
