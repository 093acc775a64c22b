package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Encodes JSON objects as records of a table. If an object has a name more than once, the last
 * value counts. A column whose type no JSON value has holds only nulls.
 *
 * <p>Memory: a copy of an object. Not thread-safe.
 */
public final class JsonEncoder {
  private static final byte[] NULL = "null".getBytes(US_ASCII);
  private static final int ABSENT = -1;

  private final List<JsonColumn> columns;
  private final boolean isWhole;

  /** The encoding of a null in each column. */
  private final List<byte[]> nulls;

  /** The encoding of an absent field in each column. */
  private final List<byte[]> absent = new ArrayList<>();

  private final Map<String, Integer> numbers = new HashMap<>();
  private final JsonMembers members = new JsonMembers();
  private final RecordBuffer record = new RecordBuffer();
  private final Utf8Buffer text = new Utf8Buffer();
  private final int[] begins;
  private final int[] ends;
  private byte[] bytes = new byte[0];

  private JsonEncoder(TableSchema table, boolean isWhole, Map<String, byte[]> constants) {
    this.columns = table.message().getFields().stream().map(JsonColumn::of).toList();
    this.nulls = RecordBuffer.nulls(table);
    this.isWhole = isWhole;
    for (JsonColumn column : columns) {
      absent.add(constants.getOrDefault(column.name(), nulls.get(absent.size())));
      numbers.put(column.name(), numbers.size());
    }
    this.begins = new int[columns.size()];
    this.ends = new int[columns.size()];
  }

  /**
   * Creates an encoder for objects whose fields are all columns of a table. Columns that an object
   * lacks are null.
   */
  public static JsonEncoder ofAll(TableSchema table) {
    return new JsonEncoder(table, true, Map.of());
  }

  /**
   * Creates an encoder that encodes only those fields of an object that are columns of a table.
   *
   * @param constants by column, the level and value to use in a record if the object lacks the
   *     field; null if the column has no such value
   */
  public static JsonEncoder ofSome(TableSchema table, Map<String, byte[]> constants) {
    return new JsonEncoder(table, false, constants);
  }

  /**
   * Encodes an object.
   *
   * @throws JsonLineException if the object has a value that its column cannot hold, or a field
   *     without a column although every field must have one. Then there is no record
   */
  public void encode(byte[] object, int offset, int length) throws JsonLineException {
    bytes = object;
    members.read(object, offset, length);
    Arrays.fill(begins, ABSENT);
    for (int member = 0; member < members.size(); member++) {
      Optional<String> name = members.name(member);
      Integer column = name.map(numbers::get).orElse(null);
      if (column != null) {
        begins[column] = members.begin(member);
        ends[column] = members.end(member);
      } else if (isWhole) {
        throw new JsonLineException("field %s is not in the table".formatted(name.orElse("?")));
      }
    }
    record.clear();
    for (int column = 0; column < begins.length; column++) {
      write(column);
    }
  }

  private void write(int column) throws JsonLineException {
    if (begins[column] == ABSENT) {
      record.column(absent.get(column));
    } else if (bytes[begins[column]] == 'n') {
      record.column(nulls.get(column));
    } else {
      record.level(1);
      write(columns.get(column), begins[column], ends[column]);
    }
  }

  private void write(JsonColumn column, int begin, int end) throws JsonLineException {
    JsonKind kind = JsonKind.of(bytes, begin, end);
    if (!column.holds(kind)) {
      throw new JsonLineException(column.misfit(kind));
    }
    switch (column.form()) {
      case BOOLEAN -> record.bool(bytes[begin] == 't');
      case INT32 -> record.int32(Integer.parseInt(number(begin, end)));
      case INT64 -> record.int64(Long.parseLong(number(begin, end)));
      case DOUBLE -> record.float64(Double.parseDouble(number(begin, end)));
      case STRING -> writeString(column, begin, end);
      case JSON -> writeJson(begin, end);
      case NULL -> throw new IllegalStateException("the column cannot hold this value");
    }
  }

  private String number(int begin, int end) {
    return new String(bytes, begin, end - begin, US_ASCII);
  }

  private void writeString(JsonColumn column, int begin, int end) throws JsonLineException {
    text.clear();
    if (!JsonStrings.append(bytes, begin + 1, end - 1, text)) {
      throw new JsonLineException("field %s has an unpaired surrogate".formatted(column.name()));
    }
    record.variable(text.bytes(), 0, text.length());
  }

  /**
   * Writes JSON as the value of a column. Numbers that are not finite, which JSON lacks, become
   * null.
   */
  private void writeJson(int begin, int end) {
    text.clear();
    int copied = begin;
    boolean inString = false;
    for (int at = begin; at < end; at++) {
      byte b = bytes[at];
      if (inString) {
        inString = b != '"';
        at += b == '\\' ? 1 : 0;
      } else if (b == 'N' || b == 'I') {
        int first = at > begin && bytes[at - 1] == '-' ? at - 1 : at;
        text.append(bytes, copied, first - copied);
        text.append(NULL, 0, NULL.length);
        copied = at + (b == 'N' ? "NaN" : "Infinity").length();
        at = copied - 1;
      } else {
        inString = b == '"';
      }
    }
    text.append(bytes, copied, end - copied);
    record.variable(text.bytes(), 0, text.length());
  }

  /** Returns the array that holds the record from index 0. It is valid until the next object. */
  public byte[] buffer() {
    return record.bytes();
  }

  /** Returns the length of the record in bytes. */
  public int length() {
    return record.length();
  }
}
