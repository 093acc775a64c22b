package dev.sluice.storage.rows;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads the fields of one row after another. They are a text, and other fields by dotted path.
 * Results are valid until the next row, and as long as the row's bytes are unchanged. Not
 * thread-safe.
 */
public interface RowFields {
  /** Moves to a row that a {@link RowSource} has returned. The bytes are not validated again. */
  void read(byte[] row, int offset, int length);

  /** Returns whether the text is null. */
  boolean isNull();

  /** Returns why the row has no text in valid UTF-8, or empty if it has one. */
  Optional<RowProblem> textProblem();

  /**
   * Returns why the row has no text in valid UTF-8 of at most this size, or empty if it has one.
   */
  default Optional<RowProblem> textProblem(int maxBytes) {
    return length() > maxBytes
        ? Optional.of(RowProblem.tooLarge(length(), maxBytes))
        : textProblem();
  }

  /** Returns the array that holds the text. */
  byte[] buffer();

  /** Returns the offset of the text in {@link #buffer}. */
  int offset();

  /** Returns the length of the text in bytes, or 0 if there is none. */
  int length();

  /**
   * Returns the value of a field other than the text, or empty if it is missing, null, or not a
   * single value.
   *
   * @param path one of the requested paths; in a table, any path
   */
  Optional<RowValue> value(String path);

  /** Returns the text of a field's {@link #value}. */
  default Optional<String> valueText(String path) {
    return value(path).map(RowValue::text);
  }

  /**
   * Returns the elements of a field that is a list, as strings, or empty if the field is not a
   * list.
   */
  Optional<List<String>> elements(String path);

  /**
   * A string, number or boolean of a row.
   *
   * @param text the value as a string: a JSON number as written in the file, any other number in
   *     its shortest form, a boolean as {@code true} or {@code false}
   * @param number the nearest double if the value is a number; infinite if it is out of range
   */
  public record RowValue(String text, OptionalDouble number) {
    /** Requires all components. */
    public RowValue {
      requireNonNull(text, "text");
      requireNonNull(number, "number");
    }

    /** Creates a value that is not a number. */
    public static RowValue of(String text) {
      return new RowValue(text, OptionalDouble.empty());
    }

    /** Creates a number from its JSON notation. */
    public static RowValue ofNumber(String digits) {
      return new RowValue(digits, OptionalDouble.of(Double.parseDouble(digits)));
    }
  }
}
