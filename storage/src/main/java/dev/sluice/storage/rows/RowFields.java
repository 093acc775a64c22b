package dev.sluice.storage.rows;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The fields of one row after the other: a text, and others by dotted path. Valid until the next
 * row, and as long as its bytes are unchanged. Not thread-safe.
 */
public interface RowFields {
  /** Moves to a row that a {@link RowSource} has returned: the bytes are not validated again. */
  void read(byte[] row, int offset, int length);

  /** Whether the text is null. */
  boolean isNull();

  /** Why there is no text that is valid UTF-8. */
  Optional<RowProblem> textProblem();

  /** Why there is no text that is valid UTF-8 and at most this large. */
  default Optional<RowProblem> textProblem(int maxBytes) {
    return length() > maxBytes
        ? Optional.of(RowProblem.tooLarge(length(), maxBytes))
        : textProblem();
  }

  /** Names of fields that there are beside the text, for messages; not all of many. */
  List<String> names();

  /** The array that holds the text. */
  byte[] buffer();

  /** Offset of the text in {@link #buffer}. */
  int offset();

  /** Length of the text in bytes; 0 if there is none. */
  int length();

  /**
   * Another field; empty if it is missing, null, or not a single value.
   *
   * @param path one that was to be found; of a table, any
   */
  Optional<RowValue> value(String path);

  /** The text of that {@link #value}. */
  default Optional<String> valueText(String path) {
    return value(path).map(RowValue::text);
  }

  /** The elements of a field that is a list, as texts; empty if the field is not a list. */
  Optional<List<String>> elements(String path);

  /**
   * A string, number or boolean of a row.
   *
   * @param text the value as text: a number of JSON as it stands in the file, others in their
   *     shortest form; {@code true} or {@code false}
   * @param number the number, or its nearest double; infinite if it is out of range
   */
  public record RowValue(String text, OptionalDouble number) {
    /** Requires all components. */
    public RowValue {
      requireNonNull(text, "text");
      requireNonNull(number, "number");
    }

    /** A value that is not a number. */
    public static RowValue of(String text) {
      return new RowValue(text, OptionalDouble.empty());
    }

    /** A number, from its JSON notation. */
    public static RowValue ofNumber(String digits) {
      return new RowValue(digits, OptionalDouble.of(Double.parseDouble(digits)));
    }
  }
}
