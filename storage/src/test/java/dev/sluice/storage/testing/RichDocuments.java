package dev.sluice.storage.testing;

import dev.sluice.storage.table.TestingFile;
import dev.sluice.storage.table.TestingTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/**
 * Documents with columns of many types beside id, text, score and dump: numbers, a timestamp, a
 * decimal, a list, a map and structures, all of which may be null.
 */
public final class RichDocuments {
  /** The dump of all documents. */
  public static final String DUMP = "CC-MAIN-2025-05";

  private static final String COLUMNS =
      """
      message documents {
        optional binary id (STRING);
        optional binary text (STRING);
        optional double score;
        optional binary dump (STRING);
        optional binary url (STRING);
        optional %s tokens;
        optional %s quality;
        optional int64 fetched (TIMESTAMP(MICROS,true));
        optional fixed_len_byte_array(5) price (DECIMAL(10,2));
        optional group labels (LIST) { repeated group list { optional binary element (STRING); } }
        optional group tags (MAP) {
          repeated group key_value { required binary key (STRING); optional double value; }
        }
        optional group page { required boolean seen; optional group size { optional int32 kb; } }
      }
      """;

  private static final int ROWS_PER_GROUP = 90;

  private RichDocuments() {}

  /**
   * Writes a file.
   *
   * @param tokens type of the column of this name
   * @param quality type of the column of this name
   * @param complete whether all columns are there
   * @param from number of the first document
   * @return the rows, as {@link #rows} gives them
   */
  public static List<String> write(
      Path file, String tokens, String quality, boolean complete, int from, int count)
      throws IOException {
    String all = COLUMNS.formatted(tokens, quality);
    MessageType schema =
        TestingFile.schema(complete ? all : all.replaceAll(".*(url|price|page).*\n", ""));
    List<Group> rows = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      rows.add(row(schema, tokens, i));
    }
    Files.createDirectories(file.getParent());
    TestingFile.PLAIN.rowsPerGroup(ROWS_PER_GROUP).write(file, schema, rows);
    return rows.stream().map(Group::toString).toList();
  }

  /** The rows of a file, each with a line for every value. */
  public static List<String> rows(Path file) throws IOException {
    return TestingTables.rows(file);
  }

  private static Group row(MessageType schema, String tokens, int i) {
    Group row = TestingFile.row(schema);
    row.append("id", "id-" + i);
    row.append("text", "Document %d, of which there is not much to say.".formatted(i));
    row.append("score", 2.5 + i % 25 / 10.0);
    row.append("dump", DUMP);
    if (schema.containsField("url") && i % 3 != 0) {
      row.append("url", "https://example.org/%d/é".formatted(i));
    }
    if (i % 5 != 0) {
      boolean isLong = tokens.equals("int64");
      row = isLong ? row.append("tokens", (long) i - 5) : row.append("tokens", i - 5);
      boolean isDouble = schema.toString().contains("double quality");
      row = isDouble ? row.append("quality", i / 4.0) : row.append("quality", i / 4.0f);
    }
    row.append("fetched", 1_700_000_000_000_000L + i);
    if (schema.containsField("price")) {
      row.append("price", Binary.fromConstantByteArray(new byte[] {0, 0, 1, (byte) i, 7}));
    }
    Group labels = i % 4 == 0 ? null : row.addGroup("labels");
    for (int label = 0; label < i % 4 - 1; label++) {
      Group element = labels.addGroup("list");
      if (label != 1) {
        element.append("element", "label " + label);
      }
    }
    row.addGroup("tags").addGroup("key_value").append("key", "k" + i).append("value", i / 2.0);
    if (schema.containsField("page")) {
      Group page = row.addGroup("page").append("seen", i % 2 == 0);
      if (i % 7 == 0) {
        page.addGroup("size").append("kb", i);
      }
    }
    return row;
  }
}
