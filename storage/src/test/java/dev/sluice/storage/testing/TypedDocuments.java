package dev.sluice.storage.testing;

import dev.sluice.storage.table.TestingFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Documents whose columns have the types that a test asks for. Their values are what the column's
 * name says, or the number of the document, or lists of that.
 *
 * @param columns in Parquet's notation, each with a semicolon
 * @param largeRow number of a document with a large value
 * @param largeColumn which is a string
 * @param largeBytes of the large value
 */
public record TypedDocuments(String columns, int largeRow, String largeColumn, int largeBytes) {
  /** The dump of all documents that name one. */
  public static final String DUMP = "CC-MAIN-2025-05";

  /** Columns of documents as they usually are. */
  public static final Map<String, String> USUAL =
      Map.of(
          "id", "optional binary id (STRING); ",
          "text", "optional binary text (STRING); ",
          "score", "optional double score; ",
          "dump", "optional binary dump (STRING); ");

  /** The usual columns and others. */
  public static TypedDocuments with(String others) {
    return of(String.join("", USUAL.values()) + others);
  }

  /** The usual columns, but one of them of another type, or missing if that is empty. */
  public static TypedDocuments with(String column, String type) {
    String usual = USUAL.get(column);
    String other = type.isEmpty() ? "" : "optional %s; ".formatted(type);
    return of(String.join("", USUAL.values()).replace(usual, other));
  }

  private static TypedDocuments of(String columns) {
    return new TypedDocuments(columns, -1, "", 0);
  }

  /** The same with a large value. */
  public TypedDocuments large(int row, String column, int bytes) {
    return new TypedDocuments(columns, row, column, bytes);
  }

  /**
   * Writes a file.
   *
   * @param from number of the first document
   */
  public void write(Path file, int from, int count) throws IOException {
    MessageType schema = TestingFile.schema("message documents { " + columns + "}");
    List<Group> rows = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      Group row = TestingFile.row(schema);
      for (Type column : schema.getFields()) {
        fill(row, column, i);
      }
      rows.add(row);
    }
    Files.createDirectories(file.getParent());
    TestingFile.PLAIN.rowsPerGroup(count / 2).write(file, schema, rows);
  }

  private void fill(Group row, Type column, int number) {
    if (!column.isPrimitive()) {
      Group list = row.addGroup(column.getName());
      Type element = column.asGroupType().getType(0).asGroupType().getType(0);
      if (hasValues(element)) {
        fill(list.addGroup(0), element, number);
      }
    } else if (hasValues(column)) {
      String name = column.getName();
      switch (column.asPrimitiveType().getPrimitiveTypeName()) {
        case DOUBLE -> row.append(name, 3.7);
        case INT32 -> row.append(name, number);
        case BOOLEAN -> row.append(name, true);
        default -> row.append(name, text(name, number));
      }
    }
  }

  private static boolean hasValues(Type type) {
    LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
    return !(meaning instanceof LogicalTypeAnnotation.UnknownLogicalTypeAnnotation);
  }

  private String text(String column, int number) {
    String text =
        switch (column) {
          case "id" -> "id-" + number;
          case "score" -> "3.7";
          case "dump" -> DUMP;
          default -> "Document %d, of which there is not much to say.".formatted(number);
        };
    return number == largeRow && column.equals(largeColumn)
        ? text + " lorem".repeat(largeBytes / 6)
        : text;
  }
}
