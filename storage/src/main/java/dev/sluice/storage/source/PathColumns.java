package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Columns that the directories of a file's path hold, all rows of the file with the same value:
 * {@code lang=en/int_score=3/0.parquet} has {@code lang} and {@code int_score}. Names and values
 * are percent-decoded, as Hive and Spark write them. Immutable.
 *
 * @param values by name
 */
public record PathColumns(Map<String, String> values) {
  /** No columns. */
  public static final PathColumns NONE = new PathColumns(Map.of());

  /** What Hive writes for null. */
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  /** Copies the map. */
  public PathColumns {
    values = Map.copyOf(values);
  }

  /**
   * The columns of a path; of equal names, the innermost counts.
   *
   * @param path of a file relative to its input, with {@code /}
   */
  public static PathColumns of(String path) {
    Map<String, String> values = new HashMap<>();
    int start = 0;
    for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', start)) {
      String directory = path.substring(start, end);
      int equals = directory.indexOf('=');
      if (equals > 0) {
        String name = decoded(directory.substring(0, equals));
        String value = directory.substring(equals + 1);
        if (value.equals(NULL)) {
          values.remove(name);
        } else {
          values.put(name, decoded(value));
        }
      }
      start = end + 1;
    }
    return values.isEmpty() ? NONE : new PathColumns(values);
  }

  /** The value of a column; empty if the path does not have it. Case counts. */
  public Optional<String> value(String column) {
    return Optional.ofNullable(values.get(column));
  }

  /** A percent sign that two hexadecimal digits do not follow stands for itself. */
  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
      if (low >= 0) {
        decoded.write(high << 4 | low);
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return decoded.toString(UTF_8);
  }
}
